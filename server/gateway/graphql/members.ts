import { AppError } from '#server/lib/errors.ts'
import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'
import { listedMember, type ListedMember } from '#shared/lib/people.ts'
import { contractFields } from './contract-fields.ts'
import { asText, isWire, type Wire } from '../lib/wire.ts'

/** E-mail of a member, from the user in `userId` or in `user`. */
export function memberEmail(member: Wire): string {
  const users = [member['userId'], member['user'], member]
  return users.flatMap((user) => (isWire(user) ? (asText(user['email']) ?? []) : []))[0] ?? ''
}

/**
 * Collaborators of apps and members of teams have the same fields, but are separate types: the same id may occur in
 * both.
 */
export const memberType = (name: string) =>
  builder.objectRef<Wire<ListedMember>>(name).implement({
    fields: (t) => ({
      ...contractFields(t, listedMember.omit({ userId: true })),
      email: t.string({ resolve: memberEmail }),
    }),
  })

/** The result of adding a member by e-mail. */
export const MemberAdded = builder.objectRef<{ invited: boolean }>('MemberAdded').implement({
  fields: (t) => ({
    invited: t.exposeBoolean('invited', {
      description: 'Nobody is known by that e-mail: an invitation was sent.',
    }),
  }),
})

/**
 * Adds a known user at `{path}`. A 404 means that the e-mail is unknown: then an invitation is sent. Throws any other
 * error.
 */
export async function addOrInvite(
  { call, origin }: Pick<GraphqlContext, 'call' | 'origin'>,
  path: string,
  email: string,
): Promise<{ invited: boolean }> {
  try {
    await call({ method: 'POST', path, body: { email } })
    return { invited: false }
  } catch (error) {
    if (!(error instanceof AppError) || error.statusCode !== 404) throw error
    await call({ method: 'POST', path: `${path}/invite`, body: { email, redirectUrl: origin } })
    return { invited: true }
  }
}
