import { createTransport } from 'nodemailer'
import { AppError, toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'

/** A mail in plain text. */
export interface Mail {
  /** A bare address. */
  to: string
  subject: string
  text: string
}

/** Sends mails; without `SMTP_URL` it writes them to the log at info, links included. */
export interface Mailer {
  /**
   * Throws BAD_REQUEST when the server refuses the address for good, and UNAVAILABLE when it does not accept the mail in
   * time; the cause is only for the log.
   */
  send(mail: Mail): Promise<void>
}

export interface OpenMailer extends Mailer {
  close(): void
}

/** The settings for mail. */
export interface MailConfig {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}

/** Creates the mailer. `publicUrl` gives the sender its host where `MAIL_FROM` is unset. */
export function createMailer(config: MailConfig, publicUrl: string, log: Logger): OpenMailer {
  if (!config.SMTP_URL) return { ...createLogMailer(log), close: () => {} }
  const from = config.MAIL_FROM ?? `Workforce Console <no-reply@${new URL(publicUrl).hostname}>`
  return createSmtpMailer({ url: config.SMTP_URL, from })
}

/** Writes mails to the log, where the operator can read them, and sends none. */
export function createLogMailer(log: Logger): Mailer {
  return {
    async send(mail) {
      log.info({ mail }, 'mail not sent: SMTP_URL is not set')
    },
  }
}

export interface SmtpOptions {
  /** `smtp://` (STARTTLS where offered) or `smtps://`, with user and password if the server requires them. */
  url: string
  /** Name and address in the format of a header. */
  from: string
  /** Longest wait for one mail, ms: below the gateway's timeout of 9.5 s. */
  limitMs?: number
}

/** Sends every mail to one SMTP server, each over a new connection. */
export function createSmtpMailer({ url, from, limitMs = 8000 }: SmtpOptions): OpenMailer {
  const transport = createTransport(
    {
      url,
      dnsTimeout: limitMs,
      connectionTimeout: limitMs,
      greetingTimeout: limitMs,
      socketTimeout: limitMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  )

  return {
    async send({ to, subject, text }: Mail) {
      // An address given as an object is used unchanged: no name or second address is parsed out of it.
      const mail = { to: { name: '', address: to }, subject, text }
      await within(limitMs, transport.sendMail(mail)).catch((thrown: unknown) => {
        throw refusalOf(thrown, to)
      })
    },
    close: () => transport.close(),
  }
}

/** The answer to the caller: an address that the server refuses for good is a fault of the request, anything else may end. */
function refusalOf(thrown: unknown, to: string): AppError {
  const cause = toError(thrown) as Error & { responseCode?: number; rejected?: readonly string[] }
  const isAddress = (cause.responseCode ?? 0) >= 500 && (cause.rejected?.length ?? 0) > 0
  return isAddress
    ? new AppError('BAD_REQUEST', `The mail server does not take mails to ${to}`, { cause })
    : new AppError('UNAVAILABLE', 'The mail could not be sent', { cause })
}

/** nodemailer limits each step; a server that is slow in each could still take many times as long. */
async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The mail server took longer than ${limitMs} ms`)), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
