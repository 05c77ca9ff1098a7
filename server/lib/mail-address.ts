import addressparser from 'nodemailer/lib/addressparser'
import { emailPattern } from '#shared/lib/email.ts'

/** Whether users can sign in with it. */
export const isMailAddress = (text: string): boolean => emailPattern.test(text)

/** Whether mails can be sent from it, in the forms that the mailer reads: `a@b.c`, `Name <a@b.c>`. */
export function isSender(text: string): boolean {
  const given = addressparser(text, { flatten: true })
  return given.length > 0 && given.every(({ address }) => /^.+@[^\s@<>]+$/s.test(address))
}
