import { z } from 'zod'
import { id, moment } from './wire.ts'

/**
 * An e-mail address, trimmed and in lower case. Strict, because it becomes a mail header: no blanks, no line
 * ends, no second address. A host without a dot (`admin@localhost`) is valid.
 */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, 'must have at most 320 characters')
  .regex(z.regexes.html5Email, 'must be an e-mail address')

/** A collaborator of an app or a member of a team; `userId` is the user, not only the id. */
export const listedMember = z
  .object({
    _id: id,
    role: z.string(),
    userId: z.object({ _id: id, email: z.string() }),
    created: moment,
  })
  .meta({ id: 'ListedMember' })
export type ListedMember = z.infer<typeof listedMember>

/** Adds a known user; 404 `User not found` for an unknown address, which is then invited. */
export const memberBody = z.object({ email })

/** `redirectUrl`: where the invited user goes after accepting; an address of this console. */
export const memberInvitation = z.object({ email, redirectUrl: z.string().max(2048).optional() })

/** Answer of every invitation call. */
export const invitationSent = z
  .object({
    email: z.string(),
    role: z.string(),
    /** `account:{accountName}:{role}`. */
    domain: z.string(),
    accountName: z.string(),
  })
  .meta({ id: 'InvitationSent' })
export type InvitationSent = z.infer<typeof invitationSent>
