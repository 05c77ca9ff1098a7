import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError, ErrorBody } from '#server/lib/errors.ts'

/** Answers with the error's body, and leaves a line of it under the same id; for handlers that cannot throw. */
export function sendError(reply: FastifyReply, error: AppError, thrown: unknown = error): FastifyReply {
  logFailure(reply.request, error, thrown)
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(error.statusCode)
    .type('application/json; charset=utf-8')
    .send(errorBody(error, reply.request.id))
}

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    ...error.details,
    statusCode: error.statusCode,
    code: error.code,
    message: error.message,
    requestId,
  }
}

/** Failures of the platform are warnings, our own are errors; what the caller did wrong is no news. */
function logFailure(request: FastifyRequest, error: AppError, thrown: unknown): void {
  const level = error.code === 'INTERNAL' ? 'error' : error.statusCode >= 500 ? 'warn' : 'debug'
  request.log[level]({ err: error.cause ?? thrown, code: error.code }, 'request failed')
}

/** The latest answer on each connection. */
const latest = new WeakMap<Socket, ServerResponse>()

/** An answer begins on its connection. */
export function noteAnswer(request: FastifyRequest, reply: FastifyReply): void {
  latest.set(request.raw.socket, reply.raw)
}

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
 * Node hands the connection of an upgrade request over and looks after it no more: without this, one whose
 * upgrade was refused would stay for ever, also when its client has gone, and an orderly stop would wait for it.
 * An upgrade that takes place never finishes the answer.
 */
export function closeAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  void reply.header('connection', 'close')
  reply.raw.once('finish', () => socket.destroySoon())
}
