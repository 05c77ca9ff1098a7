import { AppError, toError } from '#server/lib/errors.ts'
import { networkOf } from '../lib/network.ts'
import type { ShareHolder } from '../lib/shares.ts'
import { textReader, type Exchange, type PlatformRequest } from './exchange.ts'
import { REQUEST_HEADER } from '#shared/lib/wire.ts'
import { platformHeaders, revealHeader, type UpstreamCall, type UpstreamCaller } from './call.ts'
import { answerError, brokenAnswer, transportError } from './errors.ts'
import { createLargeAnswers } from './large-answers.ts'
import { checkPath } from './path.ts'
import type { PlatformPool } from './pool.ts'

interface SendOptions {
  /** Largest answer, bytes. */
  answerBytes: number
  /** Aborts the request; the promise rejects with its reason. */
  signal?: AbortSignal | undefined
}

/** Sends one request and returns the status and the whole body. Rejects with the error of `AnswerSink.fail`. */
function send(
  pool: PlatformPool,
  request: PlatformRequest,
  { answerBytes, signal }: SendOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(toError(signal.reason))
    let status = 0
    let exchange: Exchange | undefined = undefined
    const onAbort = () => exchange?.abort(toError(signal?.reason))
    const reader = textReader(answerBytes, (error, text) => {
      signal?.removeEventListener('abort', onAbort)
      if (!error) return resolve({ status, text })
      reject(status > 0 ? brokenAnswer(error) : error)
      exchange?.abort(error)
    })
    signal?.addEventListener('abort', onAbort, { once: true })
    exchange = pool.send(request, { ...reader, begin: (code) => void (status = code) })
  })
}

/** The only HTTP client of the platform. */
export interface Upstream {
  /**
   * Sends one call, never twice, and returns the parsed JSON body, or undefined for an empty one. Throws AppError:
   * SESSION_ENDED and the others of `purpose`; a 4xx with the platform's status and message; PLATFORM_DOWN,
   * PLATFORM_TIMEOUT, UNAVAILABLE and BAD_GATEWAY with texts of the catalogue. An abort through `signal` rejects with
   * the signal's reason.
   */
  request<T>(caller: UpstreamCaller | null, call: UpstreamCall): Promise<T>
  /** Idempotent. */
  close(): Promise<void>
}

/** Used by `/readyz`. */
export interface PlatformProbe {
  /** Whether the platform answers within `timeoutMs`. Never throws. */
  probe(timeoutMs: number): Promise<boolean>
}

/** Destination of calls. */
export interface UpstreamTarget {
  pool: PlatformPool
  /** Path of the base URL before `/api/`; empty when there is none. */
  basePath: string
}

export interface UpstreamOptions extends UpstreamTarget {
  /** The connect service, when it is not the platform itself. */
  connect?: UpstreamTarget | undefined
  /** Largest answer, bytes. */
  answerBytes: number
}

export function createUpstream({ answerBytes, ...targets }: UpstreamOptions): Upstream & PlatformProbe {
  const { connect = targets } = targets
  const largeAnswers = createLargeAnswers()

  async function exchange(caller: UpstreamCaller | null, call: UpstreamCall) {
    const { pool, basePath } = call.service === 'connect' ? connect : targets
    const path = `${basePath}/api/${call.path}`
    checkPath(path)
    const headers = {
      ...platformHeaders(caller, call),
      ...revealHeader(call.reveal),
      ...(call.requestName ? { [REQUEST_HEADER]: call.requestName } : {}),
      accept: 'application/json',
    }
    const request = {
      method: call.method,
      path: path + queryString(call.query),
      headers: call.body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      holder: holderOfCall(caller, call),
    }
    return send(pool, request, { answerBytes, signal: call.signal })
  }

  return {
    async request<T>(caller: UpstreamCaller | null, call: UpstreamCall): Promise<T> {
      const { status, text } = await exchange(caller, call).catch((error: unknown) => {
        if (call.signal?.aborted) throw toError(call.signal.reason)
        throw transportError(error)
      })
      if (status >= 400) throw answerError(status, text, call.purpose ?? 'call')
      // Redirects are not followed: no call of the platform answers with one.
      if (status >= 300) throw new AppError('BAD_GATEWAY')
      await largeAnswers.turn(text.length, caller?.accountId ?? '')
      if (call.signal?.aborted) throw toError(call.signal.reason)
      return parse<T>(text)
    },

    async close() {
      await Promise.all([targets.pool.close(), connect.pool.close()])
    },

    async probe(timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs)
      // Any answer below 500 shows that the platform works. One without this call answers 401 or 404.
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

/** Calls of live sockets, and of the gateway itself, have no client address. */
function holderOfCall(caller: UpstreamCaller | null, { from, purpose }: UpstreamCall): ShareHolder {
  const address = from === undefined ? '' : networkOf(from)
  if (purpose === 'sign-in') return { kind: 'signIn', caller: address, address }
  return { kind: address === '' ? 'live' : 'console', caller: caller?.token ?? address, address }
}

/**
 * The query string with its question mark. Lists are joined by commas; null, undefined and empty lists are left out.
 * Empty when nothing is left.
 */
function queryString(query: UpstreamCall['query']): string {
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
