import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret of Standard Webhooks. */
export const newWebhookKey = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/**
 * The headers of Standard Webhooks for a body: one signature of each secret, so that a receiver may still have the one
 * before. `at` in milliseconds since 1970.
 */
export function webhookHeaders(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  }
}
