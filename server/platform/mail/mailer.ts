import type { Logger } from '#server/lib/logger.ts'
import { createSmtpMailer } from './smtp.ts'

/** One mail in plain text. */
export interface Mail {
  /** One address, nothing around it. */
  to: string
  subject: string
  text: string
}

/** Sends mails, or where there is no `SMTP_URL` writes them to the log at info, links included. */
export interface Mailer {
  /** Throws UNAVAILABLE when the mail could not be handed over in time; the cause is for the log only. */
  send(mail: Mail): Promise<void>
}

export interface OpenMailer extends Mailer {
  close(): void
}

/** What of the configuration decides how mails leave (contract section 2). */
export interface MailConfig {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** The mailer that the configuration asks for. `publicUrl` gives the sender its host where `MAIL_FROM` is unset. */
export function createMailer(config: MailConfig, publicUrl: string, log: Logger): OpenMailer {
  if (!config.SMTP_URL) return { ...createLogMailer(log), close: () => {} }
  const from = config.MAIL_FROM ?? `Workforce Console <no-reply@${new URL(publicUrl).hostname}>`
  return createSmtpMailer({ url: config.SMTP_URL, from })
}

/** Keeps nothing and sends nothing: the operator reads the mail in the log. */
export function createLogMailer(log: Logger): Mailer {
  return {
    async send(mail) {
      log.info({ mail }, 'mail not sent, for SMTP_URL is not set')
    },
  }
}
