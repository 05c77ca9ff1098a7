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

/** What a member is refused with: rights of owners. */
export const peopleMessages = {
  inviteOwners: 'Only an owner can invite people into the account',
  invitationOwners: 'Only an owner can resend or withdraw an invitation',
  roleOwners: 'Only an owner can change the role of a member',
  settingsOwners: 'Only an owner can change the settings of the account',
  removeOwners: 'Only an owner can remove a member from the account',
  addSelf: 'Only an owner, or another member, can add you',
}

/** Exact texts of the tables of pending invitations. */
export const invitationMessages = {
  title: 'Invitations',
  email: 'Email',
  role: 'Role',
  invited: 'Invited',
  expires: 'Expires',
  actions: 'Actions',
  into: ({ kind, name }: { kind: string; name: string }) =>
    kind === 'account' ? 'to the account' : `to the ${kind} ${name}`,
  by: (email: string) => `by ${email}`,
  resend: 'Resend',
  resent: (email: string) => `Invitation sent again to ${email}`,
  resendFailed: 'Error sending the invitation again:',
  copyLink: 'Copy link',
  copy: 'Copy',
  linkFailed: 'Error making a link:',
  linkTitle: 'Link of the invitation',
  linkText: (email: string) =>
    `Every reader of this link can accept the invitation as ${email}. It is shown only now, works once, and replaces the link in the mail.`,
  done: 'Done',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw Invitation',
  withdrawText: 'Are you sure you want to withdraw this invitation? Its link stops working.',
  withdrawn: (email: string) => `Withdrew the invitation of ${email}`,
  withdrawFailed: 'Error withdrawing the invitation:',
  loadFailed: 'Error loading invitations:',
  empty: 'No pending invitations',
} as const

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

/** An invitation that has been neither accepted nor withdrawn, and has not expired. */
export const invitation = z
  .object({
    _id: id,
    email: z.string(),
    /** In the account. */
    role: z.string(),
    /** What the invited person joins: the account, or an app or a team and with it the account. */
    into: z.object({ kind: z.enum(['account', 'app', 'team']), _id: id, name: z.string() }),
    /** E-mail of the user who sent it last; null where it is unknown. */
    by: z.string().nullable(),
    /** When it was sent last. */
    at: moment,
    expires: moment,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof invitation>

/** Filters of `GET invitations`: only those to that app or team. */
export const invitationFilters = z.object({ appId: id.optional(), teamId: id.optional() })
export type InvitationFilters = z.output<typeof invitationFilters>

/** Answer of `POST invitations/{id}/link`. */
export const invitationLink = z.object({ link: z.string(), expires: moment })
export type InvitationLink = z.infer<typeof invitationLink>
