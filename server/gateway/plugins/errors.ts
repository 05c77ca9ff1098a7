import fp from 'fastify-plugin'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Socket } from 'node:net'
import type { GatewayConfig } from '#server/config.ts'
import { AppError, toError } from '#server/lib/errors.ts'
import { answerBegun, closeAfterAnswer, closeUnlessRead, errorBody, sendError } from '../lib/answers.ts'
import type { LimitHit } from '../lib/limits.ts'
import { forcedSignOutAddress, sessionEnded } from '../session/principal.ts'
import type { EndedSessions } from '../session/sessions.ts'
import { traceOf } from '../upstream/call.ts'
import { inertPolicy } from './security-headers.ts'
import { codeOfStatus } from '../upstream/errors.ts'

export interface ErrorsOptions {
  config: Pick<GatewayConfig, 'SSO_LOGOUT_URL'>
  sessions: EndedSessions
}

/** Turns everything that is thrown into the error body. */
export const errorsPlugin = fp(
  (app: FastifyInstance, { config, sessions }: ErrorsOptions, done: () => void) => {
    app.setErrorHandler((thrown, request, reply) => {
      let error = toAppError(thrown)
      if (error.code === 'SESSION_ENDED' && request.principal) {
        void sessions.end(request.principal, 'forced', traceOf(request))
        error = sessionEnded(forcedSignOutAddress(config, request.principal.sso), error)
      }
      closeUnlessRead(reply)
      return sendError(reply, error, thrown)
    })
    app.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('NOT_FOUND')))
    done()
  },
  { name: 'errors' },
)

/**
 * An AppError for anything thrown. Fastify's own 4xx keep their status; anything else becomes INTERNAL with its
 * cause.
 */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  const error = toError(thrown)
  const status = (error as FastifyError).statusCode
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError(codeOfStatus(status), undefined, { cause: error })
  if (status === 503) return new AppError('UNAVAILABLE', undefined, { cause: error })
  return new AppError('INTERNAL', undefined, { cause: error })
}

/** Fastify's `frameworkErrors`: refuses a target that cannot be decoded, before any hook has run. */
export function answerBadTarget(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers({
    'x-request-id': request.id,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': inertPolicy,
  })
  closeAfterAnswer(request, reply)
  void sendError(reply, new AppError('BAD_REQUEST', 'The path is not valid'))
}

/** Answers bytes that are not an HTTP request, or that arrive too slowly, before a route is known. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, onLimit: LimitHit): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (answerBegun(socket)) return void socket.destroySoon()
  const slow = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const long = error.code === 'HPE_HEADER_OVERFLOW'
  if (slow) onLimit('requestMs')
  const failure = slow
    ? new AppError('TIMEOUT')
    : new AppError('BAD_REQUEST', long ? 'The request headers are too large' : undefined)
  const status = long ? 431 : failure.statusCode
  const body = JSON.stringify({ ...errorBody(failure, requestIdOfNoRequest), statusCode: status })
  const head = [
    `HTTP/1.1 ${status} Error`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  else socket.destroy(error)
}

/** Such a request has neither headers with an id nor a log line with one. */
const requestIdOfNoRequest = 'none'
