import { z } from 'zod'
import { email, memberInvitation } from '#shared/lib/people.ts'
import { commaList, id, moment, optionalText, text } from '#shared/lib/wire.ts'
import { accountRoles, PASSWORD_MIN } from './rules.ts'

export type { AccountRole } from './rules.ts'

export const account = z.object({ _id: id, name: z.string() })
export type Account = z.infer<typeof account>

export const user = z.object({ _id: id, email: z.string() })
export type User = z.infer<typeof user>

/** `GET user/{userId}`: the user with the accounts that user belongs to, by account id. */
export const userWithAccounts = user.extend({
  userAccountHash: z.record(id, z.object({ name: z.string() })),
})
export type UserWithAccounts = z.infer<typeof userWithAccounts>

/** `POST users/login`. */
export const loginBody = z.object({
  email: text(320).toLowerCase(),
  password: z.string().min(1).max(1024),
})

/** The answer of every sign-in call: an opaque bearer token and whose it is. */
export const signedIn = z.object({ token: z.string(), user })
export type SignedIn = z.infer<typeof signedIn>

/** A password that somebody chooses, exactly as typed. */
export const newPassword = z
  .string()
  .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
  .max(1024, 'must have at most 1024 characters')

/** Of a mailed link or of single sign-on; a foreign platform's may be long. */
export const oneTimeToken = z.string().min(1).max(8192)

/** `POST users/resetPassword`; of any form, for the answer is the same whether somebody has that address or not. */
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

/** `POST users/acceptInvitation`: somebody new chooses a password; whoever is known keeps the one they have. */
export const acceptBody = z.object({ token: oneTimeToken, password: newPassword.optional() })

/** Its answer: signed in, with the account that the invitation led into. */
export const invitationAccepted = signedIn.extend({ account })
export type InvitationAccepted = z.infer<typeof invitationAccepted>

/** One membership of `GET accounts/{accountId}/memberships`; `_id` is the user's, as in the path of one. */
export const membership = z
  .object({ _id: id, userId: id, user, role: z.enum(accountRoles), created: moment })
  .meta({ id: 'Membership' })
export type Membership = z.infer<typeof membership>

/** `PUT accounts/{accountId}/memberships/{userId}`. */
export const membershipBody = z.object({ role: z.enum(accountRoles) })

/** `POST invitation/toAccount`: makes an owner (spec section 6). */
export const accountInvitation = z.object({ accountId: id, invitation: memberInvitation })

/** `POST user/invite`: `name` and `from` are taken but nothing is made of them; the mail names who is signed in. */
export const userInvitation = z.object({
  email,
  role: z.enum(accountRoles).default('member'),
  accountName: text(200),
  domain: z.string().max(300).optional(),
  name: optionalText(200).optional(),
  from: optionalText(320).optional(),
  redirectUrl: z.string().max(2048).optional(),
})

/** Bytes of an account's settings as JSON. */
export const SETTINGS_BYTES = 64 * 1024

/** `PUT accountSettings/save`: whatever the account keeps, beside its id. */
export const settingsBody = z
  .looseObject({ accountId: id })
  .refine(
    (settings) => new TextEncoder().encode(JSON.stringify(settings)).length <= SETTINGS_BYTES,
    `must have at most ${SETTINGS_BYTES} bytes`,
  )

/** `GET vars`: the accounts of the caller and what they have set, by account id. */
export const vars = z.object({
  data: z.object({
    userAccountHash: userWithAccounts.shape.userAccountHash,
    oneflowAccountSettings: z.record(id, z.record(z.string(), z.unknown())),
  }),
})
export type Vars = z.infer<typeof vars>

/** `GET /session` of the gateway (contract section 3). The last five only when signed in. */
export interface SessionView {
  authenticated: boolean
  version: string
  login: { method: 'sso' | 'legacy'; vendor: string; authorizeUrl: string | null }
  user?: User
  account?: Account | null
  accounts?: Account[]
  sso?: boolean
  /** The name under which the client keeps its choice of account; with `STAGE=staging` it ends in `-staging`. */
  storedAccount?: string | null
}

export const auditResults = ['done', 'refused'] as const

/** A row of `GET audit`: who did what to what, when and from where. */
export const auditEntry = z.object({
  _id: id,
  at: moment,
  /** E-mail of a user, or what a program is called. */
  actor: z.string(),
  /** `create`, `update`, `delete`, `cancel`, `restart` and so on. */
  action: z.string(),
  /** Kind of the entity, in the singular. */
  entity: z.string(),
  /** Null for a change of many. */
  entityId: z.string().nullable(),
  /** Which part of the entity, where it is only a part; how many of which filters, for a change of many. */
  detail: z.string().nullable(),
  /** Address the call came from. */
  source: z.string().nullable(),
  result: z.enum(auditResults),
})
export type AuditEntry = z.infer<typeof auditEntry>

/** Filters of `GET audit`. */
export const auditFilters = z.object({
  actor: z.string().optional(),
  action: commaList.optional(),
  entity: commaList.optional(),
  entityId: id.optional(),
  result: z.enum(auditResults).optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})
