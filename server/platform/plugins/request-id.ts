import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'

const acceptable = /^[A-Za-z0-9._:-]{1,100}$/

/** The caller's `x-request-id` when it is harmless in a log line, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}

/** Every answer names its request, and none may be kept by a cache: all of them are somebody's data. */
export const answerHeaders = fp(
  async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    })
    app.addHook('onResponse', async (request, reply) => {
      request.log.debug(
        {
          method: request.method,
          route: request.routeOptions.url,
          statusCode: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'answered',
      )
    })
  },
  { name: 'answer-headers', fastify: '5.x' },
)
