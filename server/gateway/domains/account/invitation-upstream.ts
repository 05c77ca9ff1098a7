import { invitationLink, type Invitation, type InvitationLink } from '#shared/lib/people.ts'
import { AppError } from '#server/lib/errors.ts'
import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import { entityOf, pageOf, unwrap, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

/** The invitations to the account, or only those to an app or a team. */
export async function readInvitations(
  call: Call,
  into: { appId?: string | null | undefined; teamId?: string | null | undefined },
  page: PageArgs,
) {
  const query = { ...pageQuery(page), ...into }
  return pageOf<Invitation>(await call({ method: 'GET', path: 'invitations', query }))
}

export async function resendInvitation(call: Call, id: string): Promise<Wire<Invitation>> {
  return entityOf(await call({ method: 'POST', path: apiPath`invitations/${id}/resend` }))
}

/** Throws BAD_GATEWAY when the platform answers no link. */
export async function createInvitationLink(call: Call, id: string): Promise<InvitationLink> {
  const answer = await call({ method: 'POST', path: apiPath`invitations/${id}/link` })
  const made = invitationLink.safeParse(unwrap(answer, 'link'))
  if (!made.success) throw new AppError('BAD_GATEWAY', undefined, { cause: made.error })
  return made.data
}

export async function withdrawInvitation(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: apiPath`invitations/${id}` })
}
