import type { FastifyRequest } from 'fastify'
import type { TraceHeaders } from '#server/lib/telemetry/tracing.ts'
import { REVEAL_HEADER, SECRETS_HEADER } from '#shared/lib/wire.ts'

/** The request that caused a call. The platform's log and audit name both fields. */
export interface Trace {
  requestId?: string
  /** IP address of the client. */
  from?: string
  /** Absent when the request is not traced. */
  traceHeaders?: TraceHeaders
}

/** One call of the platform's REST interface. */
export interface UpstreamCall extends Trace {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/`, without a leading slash: `workqueues/ID/end`. Use `apiPath` when it contains an id. */
  path: string
  /** Arrays are joined by commas; null, undefined and empty arrays are left out. */
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>
  body?: unknown
  signal?: AbortSignal
  /** Decides the meaning of 401 and 403. Default: `call`. */
  purpose?: UpstreamPurpose
  /** Names a request that must not be carried out twice: a repeated one gets the first one's answer. */
  requestName?: string | undefined
  /** Name of the secret that a user asked to see. The platform audits it. */
  reveal?: string
  /** Sent to the connect service (`CONNECT_URL`). Default: the platform. */
  service?: 'connect'
}

/**
 * - `call`: 401 and 403 end the session (SESSION_ENDED)
 * - `sign-in`: 401 and 403 are WRONG_CREDENTIALS
 * - `sign-out`, `rights-check`: 401 and 403 are FORBIDDEN and end nothing; a 401 to `rights-check` is UNAUTHENTICATED
 */
export type UpstreamPurpose = 'call' | 'sign-in' | 'sign-out' | 'rights-check'

/** The platform user in whose name a call is made. The platform's headers are made from it. */
export interface UpstreamCaller {
  token: string
  accountId: string | null
}

/** Calls the platform in the name of one caller. Throws the AppErrors of the upstream client. */
export type Call = <T>(call: UpstreamCall) => Promise<T>

export function traceOf({ id, ip, traceHeaders }: Pick<FastifyRequest, 'id' | 'ip' | 'traceHeaders'>): Trace {
  return traceHeaders ? { requestId: id, from: ip, traceHeaders } : { requestId: id, from: ip }
}

/** The only place that makes the platform's headers, for the proxy and for the gateway's own calls. */
export function platformHeaders(
  caller: UpstreamCaller | null,
  { requestId, from, traceHeaders }: Trace,
): Record<string, string> {
  const headers: Record<string, string> = {}
  if (traceHeaders) Object.assign(headers, traceHeaders)
  if (requestId) headers['x-request-id'] = requestId
  if (from) headers['x-forwarded-for'] = from
  if (caller) headers['authorization'] = `Bearer ${caller.token}`
  if (caller?.accountId) headers['account-id'] = caller.accountId
  return headers
}

/** Longest note, in characters, that the platform accepts. */
const NOTE_LENGTH = 100

/**
 * Tells the platform that a secret will be shown, and which one. Other than printable ASCII is replaced, because a
 * header cannot contain it. Without one it tells that masks are enough, so that the read is not audited.
 */
export function revealHeader(what: string | undefined): Record<string, string> {
  if (what === undefined) return { [SECRETS_HEADER]: 'masked' }
  return {
    [REVEAL_HEADER]:
      what
        .replace(/[^\x20-\x7e]/g, '?')
        .slice(0, NOTE_LENGTH)
        .trim() || '?',
  }
}
