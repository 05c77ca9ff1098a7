import { invitation, type Invitation, type InvitationLink } from '#shared/lib/people.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import {
  createInvitationLink,
  readInvitations,
  resendInvitation,
  withdrawInvitation,
} from './invitation-upstream.ts'

const read = readers(invitation)
const readTarget = readers(invitation.shape.into)

const InvitationTargetRef = builder.objectRef<Wire<Invitation['into']>>('InvitationTarget').implement({
  description: 'What an invited person joins: the account, or an app or a team and with it the account.',
  fields: (t) => ({
    // Not `id`: the cache would take it for an entity of its own.
    targetId: t.id({ resolve: readTarget.text('_id') }),
    kind: t.string({ resolve: readTarget.text('kind') }),
    name: t.string({ resolve: readTarget.text('name') }),
  }),
})

const InvitationRef = builder.objectRef<Wire<Invitation>>('Invitation').implement({
  description: 'Neither accepted nor withdrawn, and not yet too old.',
  fields: (t) => ({
    ...contractFields(t, invitation.omit({ into: true })),
    into: t.field({ type: InvitationTargetRef, resolve: read.object('into') }),
  }),
})

const InvitationLinkRef = builder.objectRef<InvitationLink>('InvitationLink').implement({
  fields: (t) => ({
    link: t.exposeString('link'),
    expires: t.field({ type: 'DateTime', resolve: ({ expires }) => expires }),
  }),
})

builder.queryField('invitations', (t) =>
  t.field({
    description: 'Of the account, or only those to an app or a team of it.',
    type: pageType('InvitationPage', InvitationRef),
    args: { ...pageArgs(), appId: t.arg.id(), teamId: t.arg.id() },
    resolve: (_root, { appId, teamId, ...page }, { call }) => readInvitations(call, { appId, teamId }, page),
  }),
)

builder.mutationFields((t) => ({
  resendInvitation: t.field({
    description: 'Mails it again; the link in the older mail stops working.',
    type: InvitationRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => resendInvitation(call, id),
  }),
  createInvitationLink: t.field({
    description: 'Makes a link to hand over without a mail; the mailed one stops working.',
    type: InvitationLinkRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => createInvitationLink(call, id),
  }),
  withdrawInvitation: t.id({
    args: idArgs,
    resolve: async (_root, { id }, { call }) => {
      await withdrawInvitation(call, id)
      return id
    },
  }),
}))
