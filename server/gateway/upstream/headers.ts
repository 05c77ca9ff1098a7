import type { FastifyRequest } from 'fastify'
import { REVEAL_HEADER } from '#shared/lib/reveal.ts'
import type { Principal } from '../session/principal.ts'
import type { UpstreamCaller } from './client.ts'

/** The caller that the platform knows for a principal. */
export function callerOf({ token, account }: Pick<Principal, 'token' | 'account'>): UpstreamCaller {
  return { token, accountId: account?._id ?? null }
}

/** What a call is made for: the platform's log and audit name both. */
export interface Trace {
  requestId?: string
  /** Address of whoever asks us. */
  from?: string
}

export function traceOf({ id, ip }: Pick<FastifyRequest, 'id' | 'ip'>): Trace {
  return { requestId: id, from: ip }
}

/** The only place where the platform's headers are made; the proxy and our own calls share it. */
export function platformHeaders(
  caller: UpstreamCaller | null,
  { requestId, from }: Trace,
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (requestId) headers['x-request-id'] = requestId
  if (from) headers['x-forwarded-for'] = from
  if (caller) headers['authorization'] = `Bearer ${caller.token}`
  if (caller?.accountId) headers['account-id'] = caller.accountId
  return headers
}

/** Characters of a note at most, as the platform takes it. */
const NOTE_LENGTH = 100

/** Tells the platform that a secret is for somebody's eyes, and which. A header holds printable ASCII alone. */
export function revealHeader(what: string | undefined): Record<string, string> {
  if (what === undefined) return {}
  return {
    [REVEAL_HEADER]:
      what
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, NOTE_LENGTH)
        .trim() || '?',
  }
}
