import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppError, ErrorBody } from '#server/lib/errors.ts'
import { failureLevel } from './failure-level.ts'

/** Sends the error body and logs the failure under the same request id. For handlers that cannot throw. */
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

function logFailure(request: FastifyRequest, error: AppError, thrown: unknown): void {
  request.log[failureLevel(error)]({ err: error.cause ?? thrown, code: error.code }, 'request failed')
}

/** The latest answer on each connection. */
const latest = new WeakMap<Socket, ServerResponse>()

/** Remembers the answer that was started on the connection of a request. */
export function noteAnswer(request: FastifyRequest, reply: FastifyReply): void {
  latest.set(request.raw.socket, reply.raw)
}

/** Calls `ended` when the latest answer on a connection has been sent, or the connection is closed. */
export function whenAnswered(socket: Socket, ended: () => void): void {
  const answer = latest.get(socket)
  if (!answer || answer.closed || socket.destroyed) ended()
  else answer.once('close', ended)
}

/**
 * Whether the answer to the request on that connection has begun. Other bytes written to it would look like a
 * part of that answer.
 */
export function answerBegun(socket: Socket): boolean {
  const answer = latest.get(socket)
  return answer !== undefined && answer.headersSent && !(answer.writableFinished && answer.req.complete)
}

/** Called when the connection becomes a live socket, which has no HTTP answers. */
export function forgetAnswer(socket: Socket): void {
  latest.delete(socket)
}

/**
 * Closes the connection of a refused upgrade after its answer. Node detaches such a connection from its
 * server: without this it would stay open after its client has disconnected, and an orderly stop would wait
 * for it. A successful upgrade never finishes the answer.
 */
export function closeAfterAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw
  void reply.header('connection', 'close')
  reply.raw.once('finish', () => socket.destroySoon())
}

/** How long, and for how many bytes, the rest of an unread body is received and dropped. */
const lingerMs = 2_000
const lingerBytes = 16 * 1024 * 1024
const closing = new WeakSet<Socket>()

/** Whether the connection closes after an earlier answer: what follows on it is not a request. */
export const isClosing = (socket: Socket): boolean => closing.has(socket)

/**
 * Closes the connection after the answer when the request body was not read to its end, since no other request can
 * follow on it. A connection that is closed with unread bytes is reset, and a client that is still sending would see
 * the reset instead of the answer. So only the own side is closed, and what arrives is dropped for a time (RFC 9112,
 * section 9.6). No effect on a request that is complete.
 */
export function closeUnlessRead(reply: FastifyReply): void {
  const { raw } = reply.request
  if (raw.complete) return
  const { socket } = raw
  closing.add(socket)
  void reply.header('connection', 'close')
  // Node calls this when the answer is sent.
  socket.destroySoon = () => {
    socket.end()
    const ended = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(ended))
    let dropped = 0
    const drop = (piece: Buffer) => {
      dropped += piece.length
      if (dropped > lingerBytes) socket.destroy()
    }
    // The parser gets no more bytes.
    socket.removeAllListeners('data').on('data', drop).resume()
  }
}
