import { BoundedMap } from '#server/lib/bounded-map.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Trace } from '../upstream/call.ts'
import type { Upstream } from '../upstream/client.ts'
import type { EndedSessions } from './sessions.ts'
import type { Tokens } from './tokens.ts'

/** How long the end of a session waits for the platform; afterwards the call is repeated without it. */
const WAIT_MS = 3_000
/** Pause between two rounds of repeated calls. */
const RETRY_MS = 1_000
/** Tokens that wait for the platform; beyond that the oldest are dropped and end by their own age. */
const MAX_WAITING = 10_000

/**
 * Ends the tokens of ended sessions at the platform. The list of ended sessions is in the memory of one gateway; only
 * the platform can make a copied cookie useless at every gateway, and after a restart.
 */
export interface TokenEnds {
  /**
   * Ends the sign-in of a token at the platform. Resolves when the platform has done that or, after three seconds or
   * a failure, when the call will be repeated. Never throws.
   */
  end(token: string, trace?: Trace): Promise<void>
  /** Tries the waiting tokens a last time and stops. */
  close(): Promise<void>
}

export interface TokenEndsOptions {
  upstream: Upstream
  sessions: EndedSessions
  tokens: Tokens
  clock: Clock
  log: Logger
  /** How long a token may live, in milliseconds; it is tried as long. */
  maxAge: number
  retryMs?: number
}

export function createTokenEnds(options: TokenEndsOptions): TokenEnds {
  const { upstream, sessions, tokens, clock, log, maxAge, retryMs = RETRY_MS } = options
  /** Tokens with the time of the first attempt, oldest first. */
  const waiting = new BoundedMap<string, number>(MAX_WAITING)
  let timer: NodeJS.Timeout | null = null

  /** Returns false when the platform could not say anything about the token. */
  async function signOut(token: string, trace: Trace): Promise<boolean> {
    const signal = AbortSignal.timeout(WAIT_MS)
    const call = { method: 'POST', path: 'users/logout', purpose: 'sign-out', signal, ...trace } as const
    try {
      await upstream.request({ token, accountId: null }, call)
      return true
    } catch (error) {
      // Any other refusal says that the token is dead already, or that this platform ends no tokens.
      if (error instanceof AppError && error.statusCode < 500 && error.statusCode !== 429) return true
      log.debug({ err: toError(error) }, 'the platform could not end a token yet')
      return false
    }
  }

  function keep(token: string): void {
    if (!waiting.has(token)) waiting.set(token, clock.monotonic())
    timer ??= setTimeout(() => void round(), retryMs).unref()
  }

  /** One after the other, so that a platform that returns is not flooded; stops at the first failure. */
  async function round(): Promise<void> {
    timer = null
    for (const [token, since] of waiting) {
      if (clock.monotonic() - since < maxAge && !(await signOut(token, {}))) break
      waiting.delete(token)
    }
    if (waiting.size) timer = setTimeout(() => void round(), retryMs).unref()
  }

  async function end(token: string, trace: Trace = {}): Promise<void> {
    if (await signOut(token, trace)) return
    log.warn({ requestId: trace.requestId }, 'the platform could not end a token, the call is repeated')
    keep(token)
  }

  sessions.onEnded(async ({ token }, _reason, trace) => {
    if (token !== null) await Promise.all(tokens.living(token).map((one) => end(one, trace)))
  })

  return {
    end,
    async close() {
      if (timer) clearTimeout(timer)
      if (waiting.size) await round()
      if (timer) clearTimeout(timer)
    },
  }
}
