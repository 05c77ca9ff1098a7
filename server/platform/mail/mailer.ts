import { createTransport } from 'nodemailer'
import { AppError, toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'

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

export interface SmtpOptions {
  /** `smtp://` (STARTTLS where offered) or `smtps://`, with user and password where the server wants them. */
  url: string
  /** Name and address, as in a header. */
  from: string
  /** Longest wait for one mail, ms: below the 9.5 s after which the gateway gives up on the call. */
  limitMs?: number
}

/** Hands every mail to one SMTP server, each over a connection of its own. */
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
      // An address as an object is taken as it is: nothing in it is read as a name or a second address.
      const mail = { to: { name: '', address: to }, subject, text }
      await within(limitMs, transport.sendMail(mail)).catch((thrown: unknown) => {
        throw new AppError('UNAVAILABLE', 'The mail could not be sent', { cause: toError(thrown) })
      })
    },
    close: () => transport.close(),
  }
}

/** The library bounds each step, and a server that answers each slowly could still take many times as long. */
async function within<Value>(limitMs: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The mail server took longer than ${limitMs} ms`)), limitMs)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}
