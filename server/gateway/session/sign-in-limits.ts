import rateLimit from '@fastify/rate-limit'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { GatewayLimits } from '../limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Counts one sign-in attempt of the request's address and, where given, for an e-mail.
     * Throws TOO_MANY_REQUESTS, with Retry-After set, above either bound.
     */
    countSignIn(request: FastifyRequest, reply: FastifyReply, email?: string): Promise<void>
  }
}

/**
 * Every attempt counts, right or wrong: guesses that arrive all at once must not slip through before the
 * first has been found wrong. The address may do far more than one person, since offices share one.
 */
export const signInLimitsPlugin = fp(
  async (app: FastifyInstance, limits: Pick<GatewayLimits, 'signInsPerEmail' | 'signInsPerAddress'>) => {
    await app.register(rateLimit, { global: false, cache: 20_000 })
    const emails = new WeakMap<FastifyRequest, string>()
    const perAddress = app.createRateLimit({ max: limits.signInsPerAddress, timeWindow: 60_000 })
    const perEmail = app.createRateLimit({
      max: limits.signInsPerEmail,
      timeWindow: 60_000,
      keyGenerator: (request) => emails.get(request) ?? '',
    })

    app.decorate('countSignIn', async (request, reply, email) => {
      if (email !== undefined) emails.set(request, email)
      const counted = [await perAddress(request), email === undefined ? null : await perEmail(request)]
      for (const count of counted) {
        if (!count || count.isAllowed || !count.isExceeded) continue
        void reply.header('retry-after', String(Math.max(1, count.ttlInSeconds)))
        throw new AppError('TOO_MANY_REQUESTS')
      }
    })
  },
  { name: 'sign-in-limits' },
)
