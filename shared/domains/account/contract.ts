import { z } from 'zod'
import { email, memberInvitation, viewerFields } from '#shared/lib/people.ts'
import { commaList, id, moment, optionalText, queryFlag, text } from '#shared/lib/wire.ts'
import { accountRoles, PASSWORD_MIN } from './rules.ts'

export type { AccountRole } from './rules.ts'

export const account = z.object({ _id: id, name: z.string() })
export type Account = z.infer<typeof account>

export const user = z.object({ _id: id, email: z.string() })
export type User = z.infer<typeof user>

/** `GET user/{userId}`: the user and the user's accounts by account id. */
export const userWithAccounts = user.extend({
  userAccountHash: z.record(id, z.object({ name: z.string() })),
})
export type UserWithAccounts = z.infer<typeof userWithAccounts>

/** `POST users/login`. */
export const loginBody = z.object({
  email: text(320).toLowerCase(),
  password: z.string().min(1).max(1024),
})

/** Answer of every sign-in call: an opaque bearer token and its user. */
export const signedIn = z.object({ token: z.string(), user })
export type SignedIn = z.infer<typeof signedIn>

/**
 * `POST users/refreshToken`. `separate`: the new token is of a sign-in of its own, and all tokens of the old one end
 * within ten seconds; without it the old token stays valid for five minutes.
 */
export const refreshBody = z.object({ separate: z.boolean().optional() })

/** Its answer. `separate` tells that the platform has done that. */
export const tokenRefreshed = z.object({ token: z.string(), separate: z.boolean().optional() })

/** A password that a user chooses, exactly as typed. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
  .max(1024, 'must have at most 1024 characters')

/** Token of a mailed link or of single sign-on; other platforms may use long ones. */
export const oneTimeToken = z.string().min(1).max(8192)

/**
 * `POST users/resetPassword`. Any form of address is accepted, because the answer must not reveal which
 * addresses are known.
 */
export const passwordResetBody = z.object({ email: text(320).toLowerCase() })

/** `POST users/password`: with the token of a mailed link, or signed in with the current password. */
export const passwordBody = z
  .object({
    token: oneTimeToken.optional(),
    current: z.string().min(1).max(1024).optional(),
    password: newPassword,
  })
  .refine(
    ({ token, current }) => (token === undefined) !== (current === undefined),
    'must hold either token or current',
  )

/** `POST users/acceptInvitation`: a new user chooses a password; an existing user keeps the own one. */
export const acceptBody = z.object({ token: oneTimeToken, password: newPassword.optional() })

/** Its answer for a new user: a sign-in, with the account of the invitation. */
export const invitationSignedIn = signedIn.extend({ account })

/** Its answer for an existing user: the membership was added; the user signs in as usual. */
export const invitationJoined = z.object({ authenticated: z.literal(false) })
export type InvitationJoined = z.infer<typeof invitationJoined>

export const invitationAccepted = z.union([invitationSignedIn, invitationJoined])
export type InvitationAccepted = z.infer<typeof invitationAccepted>

/** One membership of `GET accounts/{accountId}/memberships`; `_id` is the user's id, as in the path. */
export const membership = z
  .object({
    _id: id,
    userId: id,
    user,
    role: z.enum(accountRoles),
    created: moment,
    /** Of viewers; absent on a platform without `roles`. */
    ...viewerFields,
  })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof membership>

/** `PUT accounts/{accountId}/memberships/{userId}`. */
export const membershipBody = z.object({ role: z.enum(accountRoles), ...viewerFields })

/** `POST invitation/toAccount`: invites an owner. */
export const accountInvitation = z.object({ accountId: id, invitation: memberInvitation })

/** `POST user/invite`: `name` and `from` are accepted and ignored; the mail names the signed-in user. */
export const userInvitation = z.strictObject({
  email,
  role: z.enum(accountRoles).default('member'),
  ...viewerFields,
  accountName: text(200),
  domain: z.string().max(300).optional(),
  name: optionalText(200).optional(),
  from: optionalText(320).optional(),
  redirectUrl: z.string().max(2048).optional(),
})

/** Maximum size of an account's settings as JSON, in bytes. */
export const SETTINGS_BYTES = 64 * 1024

/** `PUT accountSettings/save`: arbitrary settings of the account, with its id. */
export const settingsBody = z
  .looseObject({ accountId: id })
  .refine(
    (settings) => new TextEncoder().encode(JSON.stringify(settings)).length <= SETTINGS_BYTES,
    `must have at most ${SETTINGS_BYTES} bytes`,
  )

/** `GET vars`: the caller's accounts and their settings, by account id. */
export const vars = z.object({
  data: z.object({
    userAccountHash: userWithAccounts.shape.userAccountHash,
    oneflowAccountSettings: z.record(id, z.record(z.string(), z.unknown())),
    unreadable: z
      .array(id)
      .optional()
      .describe(
        'Accounts whose settings cannot be read, because another key has sealed them; saving replaces them',
      ),
  }),
})
export type Vars = z.infer<typeof vars>

/** Why the session of a request is no longer valid. */
export interface SessionEnd {
  /** `UNAUTHENTICATED` when it has expired by its own limits, `SESSION_ENDED` when something has ended it. */
  code: 'UNAUTHENTICATED' | 'SESSION_ENDED'
  /** For the user. */
  sentence: string
  /** Where the page goes: the sign-out page of single sign-on, when the platform has refused the session. */
  redirectTo?: string
}

/** `GET /session` of the gateway. The fields from `user` on are present only when signed in. */
export interface SessionView {
  authenticated: boolean
  version: string
  login: { method: 'sso' | 'legacy'; vendor: string; authorizeUrl: string | null }
  /** Present when the request had a session that is no longer valid. */
  ended?: SessionEnd
  user?: User
  account?: Account | null
  accounts?: Account[]
  /** The account of the session until now, to which the user no longer belongs. */
  left?: Account
  sso?: boolean
  /** The name under which the client keeps its choice of account; with `STAGE=staging` it ends in `-staging`. */
  storedAccount?: string | null
  /** Address of a trace, with `{traceId}`; absent unless one is configured. */
  traceUrl?: string
}

export const auditResults = ['done', 'refused'] as const

/** The entity of an audit record as it is now, with what its page needs; of a receipt also what came of its rows. */
export const auditAbout = z.object({
  name: z.string(),
  appId: id.nullable(),
  workqueueId: id.nullable(),
  clusterId: id.nullable(),
  planId: id.nullable().describe('Of a start address: the plan whose page shows it'),
  total: z.number().int().nullable(),
  done: z.number().int().nullable(),
  failed: z.number().int().nullable(),
  status: z.string().nullable().describe('Of a receipt: the status that all its rows had'),
  alias: z.string().nullable().describe('Of a receipt: the alias that its tasks move to'),
  action: z.string().nullish().describe('Of a receipt: what it does with its rows'),
  cancelledBy: z.string().nullish().describe('Of a receipt: who cancelled it before it began'),
  cancelledAt: moment.nullish().describe('Of a receipt that was cancelled: when'),
  run: z.string().nullish().describe('Of a task: the name of its run'),
})
export type AuditAbout = z.infer<typeof auditAbout>

/** A row of `GET audit`: who did what to which entity, when, why and from where. */
export const auditEntry = z.object({
  _id: id,
  at: moment,
  actor: z.string().describe('E-mail of a user, `app:{key}` of a program, `worker:{alias}`'),
  action: z
    .string()
    .describe('The kind of the entity and what was done: `plan.update`, `task.restart`, `app.reveal`'),
  entity: z.string().nullable().describe('The id of the entity; null for a change of many'),
  reason: z.string().nullable().describe('Why, in the words of the actor'),
  detail: z
    .string()
    .nullable()
    .describe(
      'The part of the entity that was changed, or what an update has changed; for a change of many rows, their number and the filters',
    ),
  source: z.string().nullable().describe('Address of the caller'),
  result: z.enum(auditResults),
  about: auditAbout
    .nullable()
    .describe('The entity as it is now; null for one that is gone, and for a change of many'),
  folded: z.number().int().optional().describe('With `fold=true`: other records that this one stands for'),
  since: moment.optional(),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Filters of `GET audit`. */
export const auditFilters = z.object({
  actor: z.string().optional(),
  action: commaList
    .optional()
    .describe(
      'Names such as `plan.update`, or kinds: `plan`; after a `-`, as `-workqueue.start`, those that are left out',
    ),
  entity: commaList.optional().describe('Ids of entities'),
  within: id
    .optional()
    .describe(
      'An id: the entity and what it contains, as the tasks of a run, the deployments of a cluster, the people of an app',
    ),
  part: text(200)
    .optional()
    .describe('A part of the entity, such as an alias with its keys, a token or a variable'),
  result: z.enum(auditResults).optional(),
  from: moment.optional(),
  to: moment.optional(),
  fold: queryFlag
    .optional()
    .describe(
      'Records in a row that say the same of one actor are one row, and an action that was cancelled before it began is one with its cancel. Not with `sort`',
    ),
})
