import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const VERSION = 'v1,'
/** Signatures of one request that are compared: a sender has as many as it has valid secrets. */
const MAX_SIGNATURES = 10

/** What is signed: the id of a message, its time in seconds since 1970, and its body. */
interface Signed {
  id: string
  timestamp: string
  body: string
}

/** A new secret of Standard Webhooks. */
export const newWebhookKey = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

const signatureOf = (secret: string, { id, timestamp, body }: Signed): Buffer =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest()

/**
 * The headers of Standard Webhooks for a body: one signature of each secret, so that a receiver may still have the one
 * before. `at` in milliseconds since 1970.
 */
export function webhookHeaders(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const sign = (secret: string) => signatureOf(secret, { id, timestamp, body }).toString('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `${VERSION}${sign(secret)}`).join(' '),
  }
}

/** The headers of Standard Webhooks of a request. */
export interface WebhookSignature {
  id: string
  timestamp: string
  signatures: string
}

/** Null unless a request has all three headers. */
export function webhookSignatureOf(headers: IncomingHttpHeaders): WebhookSignature | null {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  )
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return null
  return { id, timestamp, signatures }
}

/** Whether one of the signatures was made of the body by one of the secrets. */
export function isSignedBy(
  { id, timestamp, signatures }: WebhookSignature,
  body: string,
  secrets: readonly string[],
): boolean {
  const given = signatures
    .split(' ')
    .filter((each) => each.startsWith(VERSION))
    .slice(0, MAX_SIGNATURES)
    .map((each) => Buffer.from(each.slice(VERSION.length), 'base64'))
  return secrets.some((secret) => {
    const right = signatureOf(secret, { id, timestamp, body })
    return given.some((each) => each.length === right.length && timingSafeEqual(each, right))
  })
}

/** Whether a `webhook-timestamp` differs by at most so many seconds from now (ms since 1970). */
export const isTimely = (timestamp: string, now: number, seconds: number): boolean =>
  /^\d{1,15}$/.test(timestamp) && Math.abs(Number(timestamp) - now / 1000) <= seconds
