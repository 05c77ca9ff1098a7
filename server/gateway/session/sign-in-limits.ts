import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'
import type { GatewayConfig } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { LimitHit } from '../lib/limits.ts'
import { networkOf } from '../lib/network.ts'
import { createAttempts } from '#server/lib/attempts.ts'
import { knows, sameEmail } from './device.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts one attempt to sign in, to reset or to change a password: by address, and by user if one is named.
     * Throws TOO_MANY_REQUESTS, with Retry-After set, above either limit. The returned function takes back the
     * attempt of the user: call it when the password was right.
     */
    countSignIn(request: FastifyRequest, reply: FastifyReply, user?: string): () => void
  }
}

export interface SignInLimitOptions {
  config: Pick<GatewayConfig, Limit>
  clock: Clock
  /** Called at each refusal. */
  onLimit: LimitHit
}

type Limit = 'SIGN_INS_PER_USER' | 'SIGN_INS_PER_ADDRESS'

const windowMs = 60_000
/** A guesser who wants to push the window of a user out of the memory needs more addresses than he has guesses. */
const maxKeys = 50_000

/**
 * All ways to sign in count together: `/session*` and the sign-in calls under `/api`. Every attempt counts when it
 * begins: guesses that arrive at the same time must not pass before the first one is found wrong. A successful one is
 * taken back, so that a user with many browsers, or a script, is not locked out. One address has a far higher limit
 * than one user, because offices share an address.
 *
 * A browser from which the user has signed in before counts for itself, so that guesses of others lock out only
 * browsers that are unknown for that user.
 */
export const signInLimitsPlugin = fp(
  (app: FastifyInstance, { config, clock, onLimit }: SignInLimitOptions, done: () => void) => {
    const byAddress = createAttempts({ max: config.SIGN_INS_PER_ADDRESS, windowMs, maxKeys, clock })
    const byUser = createAttempts({ max: config.SIGN_INS_PER_USER, windowMs, maxKeys, clock })

    app.decorate('countSignIn', (request, reply, user) => {
      const device = app.deviceOf(request)
      const known = user === undefined ? device : knows(device, user) ? device : null
      const source = known ? `device ${known.id}` : networkOf(request.ip)
      const address = byAddress.begin(source)
      if (!address.allowed) throw tooMany(reply, 'SIGN_INS_PER_ADDRESS', 'from this address', address.waitMs)
      if (user === undefined) return () => {}
      const attempt = byUser.begin(`${known ? source : ''} ${sameEmail(user)}`)
      if (attempt.allowed) return attempt.takeBack
      // Logged once per window, not for each guess.
      if (attempt.first) request.log.warn({ user, from: request.ip }, 'too many sign-ins for one user')
      throw tooMany(reply, 'SIGN_INS_PER_USER', 'for this user', attempt.waitMs)
    })

    function tooMany(reply: FastifyReply, limit: Limit, whose: string, waitMs: number): AppError {
      onLimit(limit)
      const seconds = Math.max(1, Math.ceil(waitMs / 1000))
      void reply.header('retry-after', String(seconds))
      return new AppError('TOO_MANY_REQUESTS', `Too many attempts ${whose}, try again in ${seconds} s`)
    }
    done()
  },
  { name: 'sign-in-limits', dependencies: ['session'] },
)
