import './invitation-schema.ts'
import './settings-schema.ts'
import { account, membership, type Account, type Membership } from '#shared/domains/account/contract.ts'
import type { Json } from '#shared/lib/json.ts'
import { AppError } from '#server/lib/errors.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import type { GraphqlContext } from '#server/gateway/graphql/context.ts'
import { memberEmail } from '#server/gateway/graphql/members.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { wireId, type Wire } from '#server/gateway/lib/wire.ts'
import {
  deleteMembership,
  getAccount,
  getMembership,
  inviteToAccount,
  inviteUser,
  listMemberships,
  readSettings,
  saveSettings,
  updateMembership,
} from './upstream.ts'

const read = readers(membership)

const AccountRef = builder.objectRef<Wire<Account>>('Account').implement({
  fields: (t) => ({
    ...contractFields(t, account),
  }),
})

/**
 * The id of the user, which addresses the membership; a platform answers the user in `userId` or `user`,
 * whole or by id.
 */
const userId = (entity: Wire<Membership>) =>
  read.referenceId('userId')(entity) ?? read.referenceId('user')(entity) ?? wireId(entity)

const MembershipRef = builder.objectRef<Wire<Membership>>('Membership').implement({
  fields: (t) => ({
    ...contractFields(t, membership.pick({ role: true, apps: true, payloads: true, created: true })),
    id: t.id({ description: "The user's.", resolve: userId }),
    email: t.string({ resolve: memberEmail }),
  }),
})

const MembershipPage = pageType('MembershipPage', MembershipRef)

const userArgs = builder.args((t) => ({ userId: t.id({ required: true }) }))

/** What a viewer sees: the ids of apps, none for all, and `shown` or `hidden`. */
const scopeArgs = builder.args((t) => ({ apps: t.idList(), payloads: t.string() }))

/** A field that is not given is not sent: a platform without `roles` does not know it. */
const withoutNulls = <Args extends object>(args: Args) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null && value !== undefined)) as {
    [Key in keyof Args]: NonNullable<Args[Key]>
  }

const CapabilitiesRef = builder
  .objectRef<{ version: string | null; features: string[] }>('Capabilities')
  .implement({
    description: 'What the platform can do.',
    fields: (t) => ({
      version: t.string({ nullable: true, resolve: ({ version }) => version }),
      features: t.stringList({ resolve: ({ features }) => features }),
    }),
  })

builder.queryFields((t) => ({
  capabilities: t.field({
    type: CapabilitiesRef,
    description:
      'Without features for a platform that does not tell them; an error while it has not answered.',
    resolve: async (_root, _args, context) =>
      (await context.toldCapabilities()) ?? { version: null, features: [] },
  }),
  account: t.field({ type: AccountRef, resolve: (_root, _args, { call }) => getAccount(call) }),
  memberships: t.field({
    type: MembershipPage,
    args: pageArgs(),
    resolve: (_root, page, context) => listMemberships(context.call, accountOf(context)._id, page),
  }),
  membership: t.field({
    type: MembershipRef,
    args: userArgs,
    resolve: (_root, { userId }, context) => getMembership(context.call, accountOf(context)._id, userId),
  }),
  accountSettings: t.field({
    type: 'JSON',
    resolve: async (_root, _args, context) =>
      (await readSettings(context.call, accountOf(context)._id)) as Json,
  }),
}))

builder.mutationFields((t) => ({
  updateMembership: t.field({
    type: MembershipRef,
    args: { ...userArgs, role: t.arg.string({ required: true }), ...scopeArgs },
    resolve: (_root, { userId, ...role }, context) =>
      updateMembership(context.call, accountOf(context)._id, userId, withoutNulls(role)),
  }),
  deleteMembership: t.id({
    args: userArgs,
    resolve: async (_root, { userId }, context) => {
      await deleteMembership(context.call, accountOf(context)._id, userId)
      return userId
    },
  }),
  inviteToAccount: t.boolean({
    description: 'Mails an invitation that makes an owner of the account.',
    args: { email: t.arg.string({ required: true }) },
    resolve: async (_root, { email }, context) => {
      const invitation = { email, redirectUrl: context.origin }
      await inviteToAccount(context.call, accountOf(context)._id, invitation)
      return true
    },
  }),
  inviteUser: t.boolean({
    description: 'Mails an invitation to the account in a role.',
    args: {
      email: t.arg.string({ required: true }),
      name: t.arg.string({ required: true, defaultValue: '' }),
      role: t.arg.string({ required: true, defaultValue: 'owner' }),
      ...scopeArgs,
    },
    resolve: async (_root, invitation, context) => {
      const { call, principal, origin } = context
      const from = principal.user.email
      await inviteUser(call, accountOf(context), { ...withoutNulls(invitation), from, redirectUrl: origin })
      return true
    },
  }),
  saveAccountSettings: t.field({
    type: 'JSON',
    args: { settings: t.arg({ type: 'JSON', required: true }) },
    resolve: async (_root, { settings }, context) =>
      (await saveSettings(context.call, accountOf(context)._id, settings)) as Json,
  }),
}))

function accountOf({ principal }: GraphqlContext): Account {
  if (!principal.account) throw new AppError('FORBIDDEN', 'Choose an account first')
  return principal.account
}
