import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { GatewayLimits } from '../lib/limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts one sign-in attempt of the request's address, and of an e-mail if given. Throws TOO_MANY_REQUESTS, with
     * Retry-After set, above either limit. The returned function takes back the attempt of the e-mail: call it when
     * the password was right.
     */
    countSignIn(request: FastifyRequest, reply: FastifyReply, email?: string): Promise<() => void>
    /** Counts one sign-in, password or invitation call under `/api`. Throws as `countSignIn`. */
    countApiSignIn(request: FastifyRequest, reply: FastifyReply): void
  }
}

interface SignInLimits extends Pick<
  GatewayLimits,
  'signInsPerEmail' | 'signInsPerAddress' | 'apiSignInsPerAddress'
> {
  clock: Clock
  /** Called at each refusal. */
  onLimit: (limit: keyof GatewayLimits) => void
}

const windowMs = 60_000

/**
 * Every attempt counts when it begins: guesses that arrive at the same time must not pass before the first one is
 * found wrong. A successful one is taken back, so that a user with many browsers, or a script, is not locked out. One
 * address has a far higher limit than one e-mail, because offices share an address.
 */
export const signInLimitsPlugin = fp(
  async (app: FastifyInstance, limits: SignInLimits) => {
    const { clock, onLimit, signInsPerEmail, signInsPerAddress, apiSignInsPerAddress } = limits
    await app.register(rateLimit, { global: false, cache: 20_000 })
    const perAddress = app.createRateLimit({ max: signInsPerAddress, timeWindow: windowMs })
    const perEmail = createAttempts({ max: signInsPerEmail, windowMs, maxKeys: 20_000, clock })

    const byApi = createAttempts({ max: apiSignInsPerAddress, windowMs, maxKeys: 20_000, clock })

    app.decorate('countApiSignIn', (request, reply) => {
      const attempt = byApi.begin(request.ip)
      if (!attempt.allowed) throw tooMany(reply, 'apiSignInsPerAddress', attempt.waitMs / 1000)
    })
    app.decorate('countSignIn', async (request, reply, email) => {
      const address = await perAddress(request)
      if (!address.isAllowed && address.isExceeded)
        throw tooMany(reply, 'signInsPerAddress', address.ttlInSeconds)
      if (email === undefined) return () => {}
      const attempt = perEmail.begin(email)
      if (!attempt.allowed) {
        // Logged once per window, not for each guess.
        if (attempt.first)
          request.log.warn({ user: email, from: request.ip }, 'too many sign-ins for one user')
        throw tooMany(reply, 'signInsPerEmail', attempt.waitMs / 1000)
      }
      return attempt.takeBack
    })

    function tooMany(reply: FastifyReply, limit: keyof GatewayLimits, seconds: number): AppError {
      onLimit(limit)
      void reply.header('retry-after', String(Math.max(1, Math.ceil(seconds))))
      return new AppError('TOO_MANY_REQUESTS')
    }
  },
  { name: 'sign-in-limits' },
)

export interface AttemptsOptions {
  /** Attempts of one key within a window. */
  max: number
  windowMs: number
  /** Number of keys kept; the oldest windows are dropped first. */
  maxKeys: number
  clock: Clock
}

/** Counts attempts per key in fixed windows. A window begins with the first attempt. */
export interface Attempts {
  /** Counts one attempt, allowed or not. `waitMs`: the rest of the window; `first`: this is the first refused one. */
  begin(key: string): { allowed: boolean; first: boolean; waitMs: number; takeBack(): void }
}

export function createAttempts({ max, windowMs, maxKeys, clock }: AttemptsOptions): Attempts {
  const windows = new Map<string, { count: number; ends: number }>()

  function windowOf(key: string, now: number) {
    const known = windows.get(key)
    if (known && known.ends > now) return known
    const fresh = { count: 0, ends: now + windowMs }
    // Deleted first, so that the map stays in order of the windows.
    windows.delete(key)
    windows.set(key, fresh)
    if (windows.size > maxKeys) windows.delete(windows.keys().next().value as string)
    return fresh
  }

  return {
    begin(key) {
      const now = clock.monotonic()
      const window = windowOf(key, now)
      window.count += 1
      return {
        allowed: window.count <= max,
        first: window.count === max + 1,
        waitMs: window.ends - now,
        takeBack: () => void (window.count -= 1),
      }
    },
  }
}
