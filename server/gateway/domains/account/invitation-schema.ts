import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { pageArgs, type PageArgs, pageQuery, pageType } from '#server/gateway/graphql/page.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { entityOf, pageOf, unwrap, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { AppError } from '#server/lib/errors.ts'
import { invitation, type Invitation, invitationLink, type InvitationLink } from '#shared/lib/people.ts'

/** The invitations to the account, or only those to an app or a team. */
async function readInvitations(
  call: Call,
  into: { appId?: string | null | undefined; teamId?: string | null | undefined },
  page: PageArgs,
) {
  const query = { ...pageQuery(page), ...into }
  return pageOf<Invitation>(await call({ method: 'GET', path: 'invitations', query }))
}

async function resendInvitation(call: Call, id: string): Promise<Wire<Invitation>> {
  return entityOf(await call({ method: 'POST', path: apiPath`invitations/${id}/resend` }))
}

/** Throws BAD_GATEWAY when the platform answers no link. */
async function createInvitationLink(call: Call, id: string): Promise<InvitationLink> {
  const answer = await call({ method: 'POST', path: apiPath`invitations/${id}/link` })
  const made = invitationLink.safeParse(unwrap(answer, 'link'))
  if (!made.success) throw new AppError('BAD_GATEWAY', undefined, { cause: made.error })
  return made.data
}

async function withdrawInvitation(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`invitations/${id}` })
}

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
