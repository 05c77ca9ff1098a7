import { z } from 'zod'
import { id, moment } from './wire.ts'

/**
 * An e-mail address, trimmed and in lower case. Strict on purpose, since it becomes a mail's header: no blanks, no
 * line ends, no second address. A host without a dot (`admin@localhost`) is one too.
 */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, 'must have at most 320 characters')
  .regex(z.regexes.html5Email, 'must be an e-mail address')

/** One who collaborates on an app or belongs to a team (spec section 3): `userId` is the user, not only the id. */
export const listedMember = z
  .object({
    _id: id,
    role: z.string(),
    userId: z.object({ _id: id, email: z.string() }),
    created: moment,
  })
  .meta({ id: 'ListedMember' })
export type ListedMember = z.infer<typeof listedMember>

/** Adds somebody who is known already; 404 `User not found` when nobody is, and an invitation follows. */
export const memberBody = z.object({ email })

/** `redirectUrl`: where the invited one goes after accepting; an address of this console. */
export const memberInvitation = z.object({ email, redirectUrl: z.string().max(2048).optional() })

/** What every invitation call answers. */
export const invitationSent = z
  .object({
    email: z.string(),
    role: z.string(),
    /** `account:{accountName}:{role}` (spec section 6). */
    domain: z.string(),
    accountName: z.string(),
  })
  .meta({ id: 'InvitationSent' })
export type InvitationSent = z.infer<typeof invitationSent>
