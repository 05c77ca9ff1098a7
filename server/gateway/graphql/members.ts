import { z } from 'zod'
import { user } from '#shared/domains/account/contract.ts'
import { id } from '#shared/lib/wire.ts'
import { AppError } from '#server/lib/errors.ts'
import { builder } from './builder.ts'
import type { GraphqlContext } from './context.ts'
import { listedMember, type ListedMember } from '#shared/lib/people.ts'
import { contractFields } from './contract-fields.ts'
import { readers } from '../lib/readers.ts'
import type { Wire } from '../lib/wire.ts'

const userOfMember = z.union([id, user])
const member = z.object({ userId: userOfMember, user: user.optional(), email: z.string().optional() })
const read = readers(member)
const [userId, userField, ownEmail] = [read.object('userId'), read.object('user'), read.textOrNull('email')]
const emailOf = readers(user.pick({ email: true })).textOrNull('email')

/** E-mail of a member: of the user, whom a platform answers in `userId` or in `user`, else its own. */
export const memberEmail = (entity: Wire<z.output<typeof member>>): string =>
  emailOf(userId(entity)) ?? emailOf(userField(entity)) ?? ownEmail(entity) ?? ''

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
