/** One call of the platform's REST interface. */
export interface UpstreamCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/`, without a leading slash: `workqueues/ID/end`. Make it with `apiPath` when it holds an id. */
  path: string
  /** Arrays become comma-joined; null, undefined and empty arrays are left out. */
  query?: Record<string, string | number | boolean | readonly string[] | null | undefined>
  body?: unknown
  requestId?: string
  signal?: AbortSignal
  /** Decides what 401 and 403 mean; `call` when absent. */
  purpose?: UpstreamPurpose
}

/**
 * - `call`: 401 and 403 end the session (SESSION_ENDED)
 * - `sign-in`: 401 and 403 are WRONG_CREDENTIALS
 * - `sign-out`, `rights-check`: 401 and 403 are FORBIDDEN and end nothing
 */
export type UpstreamPurpose = 'call' | 'sign-in' | 'sign-out' | 'rights-check'

/** On whose behalf: what the platform's headers are made of. */
export interface UpstreamCaller {
  token: string
  accountId: string | null
}

/** The only HTTP client of the platform. */
export interface Upstream {
  /**
   * Sends one call, never twice, and answers the parsed JSON body (undefined for an empty one).
   * Throws AppError: SESSION_ENDED and the others of `purpose`; a 4xx with the platform's status and
   * message; PLATFORM_DOWN, PLATFORM_TIMEOUT, BAD_GATEWAY, UNAVAILABLE with texts of our own.
   * An abort through `signal` rejects with the signal's reason.
   */
  request<T>(caller: UpstreamCaller | null, call: UpstreamCall): Promise<T>
  /** Whether the platform answers at all within `timeoutMs`; never throws. */
  probe(timeoutMs: number): Promise<boolean>
  close(): Promise<void>
}
