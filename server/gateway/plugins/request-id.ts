import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const accepted = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/** The id of a request: the caller's `x-request-id` when it is a plain word, else a new one. */
export function requestId(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id']
  return typeof sent === 'string' && accepted.test(sent) ? sent : randomUUID()
}
