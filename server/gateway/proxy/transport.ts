import type { Duplex } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Dispatcher } from 'undici'
import { AppError } from '#server/lib/errors.ts'
import type { UpstreamTarget } from '../upstream/client.ts'
import { PassedAnswer } from './passed-answer.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The reply to a request that is passed on: what sends it is given the request alone. */
    passedReply: FastifyReply | null
    /** The body of such a request; null without one. */
    passedBody: Buffer | Duplex | null
  }
}

/** Under this name the headers carry their request: @fastify/reply-from copies them, and undici does not see it. */
export const ofRequest = Symbol('request')

/** The request as @fastify/reply-from hands it to what it takes for an undici pool. */
interface HandedOn {
  method: Dispatcher.HttpMethod
  headers: Record<string, string> & { [ofRequest]?: FastifyRequest }
}

interface HandedBack {
  statusCode: number
  headers: Record<string, string>
  body: { answer: PassedAnswer; destroy(): void }
}

/**
 * What @fastify/reply-from sends with, in the place of an undici pool. The request target is the caller's own, byte for
 * byte as it was checked, and not what a URL parser makes of it. `target` says where a target goes.
 */
export function createTransport(target: (url: string) => UpstreamTarget) {
  return {
    request(handedOn: HandedOn, done: (error: Error | null, back?: HandedBack) => void): void {
      const { method, headers } = handedOn
      const request = headers[ofRequest]
      if (!request?.passedReply) return done(new AppError('INTERNAL'))
      const { passedReply: reply, passedBody: body } = request
      const { url = '' } = request.raw
      const { pool, basePath } = target(url)
      const answer = new PassedAnswer((error) => {
        // One that left is answered nothing, and no failure to be told of.
        if (error) return reply.raw.destroyed ? undefined : done(error)
        // Its headers are passed when it is known whether the answer is.
        done(null, { statusCode: answer.status, headers: {}, body: { answer, destroy: () => answer.drop() } })
      })
      answer.send(pool, { method, path: basePath + url, headers, body }, reply)
    },
  }
}
