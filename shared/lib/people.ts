import { z } from 'zod'
import { emailPattern } from './email.ts'
import { payloadViews } from './viewers.ts'
import { id, moment } from './wire.ts'

/** Maximum number of apps that are named for a viewer. */
const MAX_VIEWER_APPS = 1000

/**
 * An e-mail address, trimmed and in lower case. Strict, because it becomes a mail header: no blanks, no line
 * ends, no second address. A host without a dot (`admin@localhost`) is valid.
 */
export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(320, 'must have at most 320 characters')
  .regex(emailPattern, 'must be an e-mail address')

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

/** What a viewer sees; of other roles nothing is asked or told. Without `apps`, or with none, all; payloads unless hidden. */
export const viewerFields = {
  apps: z.array(id).max(MAX_VIEWER_APPS).optional(),
  payloads: z.enum(payloadViews).optional(),
}

/** Answer of every invitation call. */
export const invitationSent = z
  .object({
    email: z.string(),
    role: z.string(),
    domain: z.string().describe('`account:{accountName}:{role}`'),
    accountName: z.string(),
  })
  .meta({ id: 'InvitationSent' })
export type InvitationSent = z.infer<typeof invitationSent>

/** An invitation that has been neither accepted nor withdrawn, and has not expired. */
export const invitation = z
  .object({
    _id: id,
    email: z.string(),
    role: z.string().describe('The role in the account'),
    into: z
      .object({ kind: z.enum(['account', 'app', 'team']), _id: id, name: z.string() })
      .describe('What the invited person joins: the account, or an app or a team and with it the account'),
    by: z.string().nullable().describe('E-mail of the user who sent it last; null where it is unknown'),
    at: moment.describe('When it was sent last'),
    expires: moment,
    /** Of viewers; absent on a platform without `roles`. */
    ...viewerFields,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** Filters of `GET invitations`: only those to that app or team. */
export const invitationFilters = z.object({ appId: id.optional(), teamId: id.optional() })
export type InvitationFilters = z.output<typeof invitationFilters>

/** Answer of `POST invitations/{id}/link`. */
export const invitationLink = z.object({ link: z.string(), expires: moment })
export type InvitationLink = z.infer<typeof invitationLink>
