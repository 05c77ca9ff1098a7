import type { Logger } from '../../lib/logger.ts'

/** One mail in plain text. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends mails, or where there is no `SMTP_URL` writes them to the log at info, links included. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

/** Keeps nothing and sends nothing: the operator reads the mail in the log. */
export function createLogMailer(log: Logger): Mailer {
  return {
    async send(mail) {
      log.info({ mail }, 'mail not sent, for SMTP_URL is not set')
    },
  }
}
