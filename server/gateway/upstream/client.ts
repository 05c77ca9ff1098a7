import { AppError, toError } from '#server/lib/errors.ts'
import { textReader, type Exchange, type PlatformRequest } from './exchange.ts'
import { platformHeaders, revealHeader, type UpstreamCall, type UpstreamCaller } from './call.ts'
import { answerError, transportError } from './errors.ts'
import { checkPath } from './path.ts'
import type { PlatformPool } from './pool.ts'

export interface AskOptions {
  /** Largest answer, bytes. */
  answerBytes: number
  /** Gives the request up; the promise rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Sends one request and answers the status and the whole body. Rejects with what `AnswerSink.fail` is told. */
export function ask(
  pool: PlatformPool,
  request: PlatformRequest,
  { answerBytes, signal }: AskOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toError(signal.reason))
    let status = 0
    let exchange: Exchange | undefined = undefined
    const giveUp = () => exchange?.abort(toError(signal?.reason))
    const reader = textReader(answerBytes, (error, text) => {
      signal?.removeEventListener('abort', giveUp)
      if (!error) return resolve({ status, text })
      reject(error)
      exchange?.abort(error)
    })
    signal?.addEventListener('abort', giveUp, { once: true })
    exchange = pool.send(request, { ...reader, begin: (code) => void (status = code) })
  })
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

/** Where calls go. */
export interface UpstreamTarget {
  pool: PlatformPool
  /** Path of the address before `/api/`; '' when there is none. */
  basePath: string
}

export interface UpstreamOptions extends UpstreamTarget {
  /** The connect service, where it is not the platform itself. */
  connect?: UpstreamTarget | undefined
  /** Largest answer, bytes. */
  answerBytes: number
}

export function createUpstream({ answerBytes, ...targets }: UpstreamOptions): Upstream & PlatformProbe {
  const { connect = targets } = targets

  async function exchange(caller: UpstreamCaller | null, call: UpstreamCall) {
    const { pool, basePath } = call.service === 'connect' ? connect : targets
    const path = `${basePath}/api/${call.path}`
    checkPath(path)
    const headers = {
      ...platformHeaders(caller, call),
      ...revealHeader(call.reveal),
      accept: 'application/json',
    }
    const request = {
      method: call.method,
      path: path + queryString(call.query),
      headers: call.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: call.body === undefined ? null : JSON.stringify(call.body),
    }
    return ask(pool, request, { answerBytes, signal: call.signal })
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

    async close() {
      await Promise.all([targets.pool.close(), connect.pool.close()])
    },

    async probe(timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      // Any answer below 500 shows that the platform serves; one that does not know the call says 401 or 404.
      return exchange(null, { method: 'GET', path: 'health', signal }).then(
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

/**
 * The query as the platform takes it, with its question mark: lists comma-joined, what is null, undefined
 * or an empty list left out; '' when nothing is left.
 */
export function queryString(query: UpstreamCall['query']): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined) continue
    if (Array.isArray(value)) {
      if (value.length) pairs.set(name, value.join(','))
    } else {
      pairs.set(name, String(value))
    }
  }
  const text = pairs.toString()
  return text && `?${text}`
}
