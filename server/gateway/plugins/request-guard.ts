import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import fp from 'fastify-plugin'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#server/lib/errors.ts'

/** The latest answer on each connection. */
const latest = new WeakMap<Socket, ServerResponse>()

/** Whether the answer to what comes in on that connection has begun: whatever else is written would look like a part of it. */
export function answerBegun(socket: Socket): boolean {
  const answer = latest.get(socket)
  return answer !== undefined && answer.headersSent && !(answer.writableFinished && answer.req.complete)
}

/** The connection has become a live socket: nothing is answered on it any more. */
export function forgetAnswer(socket: Socket): void {
  latest.delete(socket)
}

/**
 * The first hook of all: refuses requests whose framing or target different servers read differently,
 * before anything of them can reach the platform, and sets what every answer carries.
 */
export const requestGuardPlugin = fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    // Else Node answers these itself, and reads on behind its answer.
    app.server.on('checkExpectation', (request, response) => app.routing(request, response))
    app.addHook('onRequest', (request, reply, next) => {
      latest.set(request.raw.socket, reply.raw)
      void reply.header('x-request-id', request.id).header('cache-control', 'no-store')
      const coding = request.headers['transfer-encoding']
      if (coding !== undefined && coding.trim().toLowerCase() !== 'chunked') {
        void reply.header('connection', 'close')
        return next(new AppError('BAD_REQUEST', 'The transfer encoding is not supported'))
      }
      if (!isFramedAsOne(request.raw)) {
        void reply.header('connection', 'close')
        return next(new AppError('BAD_REQUEST'))
      }
      // The router would take `GET http://elsewhere/api/x` as `/api/x`.
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

/** One host, no expectation but the usual one, and a version in which a body's end is where everybody expects it. */
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

/**
 * Node hands the connection of an upgrade request over and looks after it no more: without this, one whose
 * upgrade was refused would stay for ever, also when its client has gone, and an orderly stop would wait for it.
 * An upgrade that takes place never finishes the answer.
 */
export function closeAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  void reply.header('connection', 'close')
  reply.raw.once('finish', () => socket.destroySoon())
}
