import type { Dispatcher } from 'undici'
import { AppError, toError } from '../../lib/errors.ts'
import { readText } from './body.ts'
import { answerError, transportError } from './errors.ts'
import { platformHeaders } from './headers.ts'
import { checkPath } from './path.ts'
import type { PlatformPool } from './pool.ts'
import { queryString } from './query.ts'

/** One call of the platform's REST interface. */
export interface UpstreamCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/api/`, without a leading slash: `workqueues/ID/end`. Made with `apiPath` when it holds an id. */
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
 * - `sign-out`, `rights-check`: 401 and 403 are FORBIDDEN and end nothing; a 401 to `rights-check` is UNAUTHENTICATED
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
   * message; PLATFORM_DOWN, PLATFORM_TIMEOUT, UNAVAILABLE, BAD_GATEWAY with texts of our own.
   * An abort through `signal` rejects with the signal's reason.
   */
  request<T>(caller: UpstreamCaller | null, call: UpstreamCall): Promise<T>
  /** Idempotent. */
  close(): Promise<void>
}

/** For `/readyz`. */
export interface PlatformProbe {
  /** Whether the platform answers at all within `timeoutMs`; never throws. */
  probe(timeoutMs: number): Promise<boolean>
}

export interface UpstreamOptions {
  pool: PlatformPool
  /** Path of the platform's address before `/api/`; '' when there is none. */
  basePath: string
  /** Largest answer, bytes. */
  answerBytes: number
}

export function createUpstream({ pool, basePath, answerBytes }: UpstreamOptions): Upstream & PlatformProbe {
  function send(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    return new Promise((resolve, reject) => {
      pool.request(options, (error, answer) => (error ? reject(error) : resolve(answer)))
    })
  }

  async function exchange(caller: UpstreamCaller | null, call: UpstreamCall) {
    const path = `${basePath}/api/${call.path}`
    checkPath(path)
    const headers = { ...platformHeaders(caller, call.requestId), accept: 'application/json' }
    const answer = await send({
      method: call.method,
      path: path + queryString(call.query),
      headers: call.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: call.signal ?? null,
    })
    return { status: answer.statusCode, text: await readText(answer.body, answerBytes) }
  }

  return {
    async request<T>(caller: UpstreamCaller | null, call: UpstreamCall): Promise<T> {
      const { status, text } = await exchange(caller, call).catch((error: unknown) => {
        if (call.signal?.aborted) throw toError(call.signal.reason)
        throw transportError(error)
      })
      if (status >= 400) throw answerError(status, text, call.purpose ?? 'call')
      // A redirect is not followed: the platform's calls answer themselves or not at all.
      if (status >= 300) throw new AppError('BAD_GATEWAY')
      return parse<T>(text)
    },

    close: () => pool.close(),

    async probe(timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      // Any answer below 500 shows that the platform serves; without a token this one is a 401.
      return exchange(null, { method: 'GET', path: 'account', signal }).then(
        ({ status }) => status < 500,
        () => false,
      )
    },
  }
}

function parse<T>(text: string): T {
  if (text === '') return undefined as T
  try {
    return JSON.parse(text) as T
  } catch (error) {
    throw new AppError('BAD_GATEWAY', undefined, { cause: error })
  }
}
