import type { IncomingMessage } from 'node:http'
import fp from 'fastify-plugin'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/lib/errors.ts'
import { closeAfterAnswer, closeUnlessRead, isClosing, noteAnswer } from '../lib/answers.ts'

/**
 * The first hook: refuses requests whose framing or target servers interpret differently, before any part
 * reaches the platform, and sets the headers of every answer.
 */
export const requestGuardPlugin = fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    // Otherwise Node answers these itself, and reads the following bytes as the next request.
    app.server.on('checkExpectation', (request, response) => app.routing(request, response))
    app.addHook('onRequest', (request, reply, next) => {
      if (isClosing(request.raw.socket)) return void reply.hijack()
      noteAnswer(request, reply)
      void reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      const coding = request.headers['transfer-encoding']
      if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
        closeUnlessRead(reply)
        return next(new AppError('BAD_REQUEST', 'The transfer encoding is not supported'))
      }
      if (!isFramedAsOne(request.raw)) {
        closeUnlessRead(reply)
        return next(new AppError('BAD_REQUEST'))
      }
      // The router would match `GET http://elsewhere/api/x` as `/api/x`.
      if (!request.raw.url?.startsWith('/')) {
        return next(new AppError('BAD_REQUEST', 'The path is not valid'))
      }
      if (request.headers.upgrade !== undefined) {
        closeAfterAnswer(request, reply)
        if (request.method !== 'GET')
          return next(new AppError('BAD_REQUEST', 'Only GET opens a live connection'))
      }
      next()
    })
    done()
  },
  { name: 'request-guard' },
)

/**
 * One host, no expectation except `100-continue`, and an HTTP version in which every server determines the
 * end of a body in the same way.
 */
function isFramedAsOne({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') return false
  if (httpVersion !== '1.1') return httpVersion === '1.0' && headers['transfer-encoding'] === undefined
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts === 1
}
