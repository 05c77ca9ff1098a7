import type { FastifyRequest } from 'fastify'
import { REVEAL_HEADER } from '#shared/lib/wire.ts'

/** What a call is made for: the platform's log and audit name both. */
export interface Trace {
  requestId?: string
  /** Address of whoever asks us. */
  from?: string
}

/** One call of the platform's REST interface. */
export interface UpstreamCall extends Trace {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/`, without a leading slash: `workqueues/ID/end`. Made with `apiPath` when it holds an id. */
  path: string
  /** Arrays become comma-joined; null, undefined and empty arrays are left out. */
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>
  body?: unknown
  signal?: AbortSignal
  /** Decides what 401 and 403 mean; `call` when absent. */
  purpose?: UpstreamPurpose
  /** Which secret of the answer is shown to somebody; the platform audits it. */
  reveal?: string
  /** The connect service answers (`CONNECT_URL`); the platform when absent. */
  service?: 'connect'
}

/**
 * - `call`: 401 and 403 end the session (SESSION_ENDED)
 * - `sign-in`: 401 and 403 are WRONG_CREDENTIALS
 * - `sign-out`, `rights-check`: 401 and 403 are FORBIDDEN and end nothing; a 401 to `rights-check` is UNAUTHENTICATED
 */
export type UpstreamPurpose = 'call' | 'sign-in' | 'sign-out' | 'rights-check'

/** On whose behalf: what the platform's headers are made of. */
export interface UpstreamCaller {
  token: string
  accountId: string | null
}

/** Asks the platform in the name of one caller. Throws the AppErrors of the upstream client. */
export type Call = <T>(call: UpstreamCall) => Promise<T>

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
