import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError, type ErrorBody, errorCatalogue, type ErrorCode, toError } from '#server/lib/errors.ts'
import type { OutageLog } from '../db/outage.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { validationError, ValidationFailure } from './validation.ts'

declare module 'fastify' {
  interface FastifyInstance {
    databaseOutage: OutageLog
  }
}

const acceptable = /^[A-Za-z0-9._:-]{1,100}$/

/** Returns the caller's `x-request-id` when it is safe in a log line, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}

/** Sets `x-request-id` on every response and forbids caching, since responses contain data of accounts. */
export const responseHeaders = fp(
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

/** Error codes of Fastify's own refusals by HTTP status. */
const codeOfStatus: Record<number, ErrorCode> = {
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  413: 'TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'TOO_MANY_REQUESTS',
  503: 'UNAVAILABLE',
}

/** SQL states of a full disk, and of a change while the database accepts none because its disk is almost full. */
const noSpace = /^(53100|25006)$/
/** Sends every error as `{ statusCode, code, message, requestId }`. A 5xx reveals only its code. */
export const errorHandling = fp<{ outage: OutageLog }>(
  async (app, { outage }) => {
    app.decorate('databaseOutage', outage)
    app.addHook('onClose', () => outage.stop())
    app.setErrorHandler(replyWithError)
    app.setNotFoundHandler((request, reply) => replyWithError(new AppError('NOT_FOUND'), request, reply))
  },
  { name: 'error-handling', fastify: '5.x' },
)

/** Also Fastify's `frameworkErrors`: errors found before a route is known, such as a malformed URL. */
export function replyWithError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = asAppError(thrown, request)
  if (error.statusCode >= 500) logFailure(request, thrown, 'request failed')
  const body: ErrorBody = {
    statusCode: error.statusCode,
    code: error.code,
    message: error.message,
    requestId: request.id,
    ...error.details,
  }
  if (error.retryAfter !== undefined) void reply.header('retry-after', String(error.retryAfter))
  return reply
    .code(error.statusCode)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send(body)
}

/** Logs a failure with its stack, unless it is one of many of a database that cannot be asked. */
export function logFailure({ server, log }: FastifyRequest, thrown: unknown, text: string): void {
  const isReported = server.databaseOutage.covers(thrown)
  log[isReported ? 'debug' : 'error']({ err: thrown }, text)
}

/** The error that the caller receives. */
export function asAppError(thrown: unknown, request: FastifyRequest): AppError {
  if (thrown instanceof AppError) return thrown
  const error = toError(thrown) as FastifyError
  if (error instanceof ValidationFailure) return validationError(error, request)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return asRefusal(error, status)
  return asDatabaseFault(error) ?? new AppError('INTERNAL', undefined, { cause: error })
}

/** Fastify's own text names the address. */
const BAD_URL = 'FST_ERR_BAD_URL'

function asRefusal(error: FastifyError, status: number): AppError {
  const code = codeOfStatus[status]
  return code && errorCatalogue[code].status === status
    ? new AppError(code, undefined, { cause: error })
    : new AppError('BAD_REQUEST', error.code === BAD_URL ? 'The address is not valid' : error.message, {
        cause: error,
      })
}

/** A database error that has a meaning for callers, else null. */
export function asDatabaseFault(error: Error & { code?: string }): AppError | null {
  const code = error.code ?? ''
  // The row was deleted between the check that it exists and the write that refers to it.
  if (code === '23503')
    return new AppError('CONFLICT', 'What this belongs to has just been deleted', { cause: error })
  if (noSpace.test(code)) return new AppError('NO_SPACE', undefined, { cause: error })
  if (isUnavailable(error)) return new AppError('UNAVAILABLE', undefined, { cause: error })
  return null
}
