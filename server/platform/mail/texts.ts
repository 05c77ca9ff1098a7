import type { Mail } from './mailer.ts'
import { plainAddress, plainName } from './plain-name.ts'

export interface InvitationText {
  to: string
  /** E-mail of the inviting user. */
  from: string
  account: string
  /** The app or team that the invitation is for; null for the account. */
  into: { kind: 'app' | 'team'; name: string } | null
  link: string
  days: number
}

/** An invitation into an account, an app or a team. */
export function invitationMail({ to, from, account, into, link, days }: InvitationText): Mail {
  const place = into
    ? `the ${into.kind} "${plainName(into.name)}" of the account "${plainName(account)}"`
    : `the account "${plainName(account)}"`
  return {
    to,
    subject: `Invitation to ${plainName(into?.name ?? account)}`,
    text: paragraphs(
      `${plainAddress(from)} invites you to ${place} in Workforce Console.`,
      `Accept here:\n${link}`,
      `The link works once, within ${days} days. If you did not expect it, do nothing.`,
    ),
  }
}

/** A link to a new password. */
export function passwordResetMail({
  to,
  link,
  minutes,
}: {
  to: string
  link: string
  minutes: number
}): Mail {
  return {
    to,
    subject: 'Reset your password',
    text: paragraphs(
      'Somebody, most likely you, asked for a new password for Workforce Console.',
      `Choose it here:\n${link}`,
      `The link works once, within ${minutes} minutes. If it was not you, do nothing: your password stays as it is.`,
    ),
  }
}

const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`
