import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, toError } from '../../lib/errors.ts'
import { sendError } from '../plugins/errors.ts'
import { readText } from '../upstream/body.ts'
import { refusal, serverError, transportError } from '../upstream/errors.ts'
import { checkPath } from '../upstream/path.ts'
import type { PlatformPool } from '../upstream/pool.ts'
import { limitedBody } from './body-limit.ts'
import { answerHeaders, bodyHeaders, requestHeaders } from './headers.ts'

export interface ProxyOptions {
  pool: PlatformPool
  platformUrl: string
  /** Largest request body, bytes. */
  bodyBytes: number
}

interface UpstreamAnswer {
  statusCode: number
  stream: Readable
}

/** Of a refusal only its message is read; one that is longer says nothing to anybody. */
const refusalBytes = 64 * 1024

/** Calls whose 401 or 403 says nothing about the caller's session. */
const signCalls = /^\/api\/users\/(login|tokenLogin|acceptInvitation|password|resetPassword|logout)\/?$/

/** Calls by which somebody could guess a password or a token. */
const guessCalls = /^\/api\/users\/(login|tokenLogin|acceptInvitation|password|resetPassword)\/?$/i

/** `/api/*`: the platform's REST interface for the signed-in user and for callers with their own credentials. */
export async function proxyPlugin(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { pool, platformUrl, bodyBytes } = options

  app.addHook('onRequest', async (request, reply) => {
    const path = rawPath(request)
    // The router decodes and folds what it matches; what is sent on are these bytes.
    if (!path.startsWith('/api/')) throw new AppError('NOT_FOUND')
    checkPath(path)
    // The platform's router reads %6c as l.
    if (guessCalls.test(decodeURIComponent(path))) app.countApiSignIn(request, reply)
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const announced = Number(request.headers['content-length'])
    if (announced > bodyBytes) done(new AppError('TOO_LARGE'))
    else done(null, limitedBody(payload, bodyBytes))
  })

  await app.register(httpProxy, {
    upstream: platformUrl,
    prefix: '/api',
    rewritePrefix: `${new URL(platformUrl).pathname.replace(/\/$/, '')}/api`,
    internalRewriteLocationHeader: false,
    // Set, so that the body parsers above are the only ones.
    preValidation: (_request, _reply, next) => next(),
    config: { access: 'session-or-caller' },
    undici: pool as never,
    disableRequestLogging: true,
    replyOptions: replyOptions(platformUrl),
  })
}

/** The library types every request as HTTP/1 or HTTP/2; this server speaks HTTP/1 alone. */
function replyOptions(platformUrl: string): FastifyHttpProxyOptions['replyOptions'] {
  const hooks = {
    rewriteRequestHeaders: requestHeaders,
    rewriteHeaders: (headers: IncomingHttpHeaders) => answerHeaders(headers, platformUrl),
    // Its own count of retries cannot be set to none: 0 falls back to 10.
    retryDelay: () => null,
    onError: (reply: FastifyReply, { error }: { error: Error }) => {
      void reply.send(failure(error, reply.request))
    },
    onResponse: (request: FastifyRequest, reply: FastifyReply, answer: UpstreamAnswer) => {
      void answerWith(request, reply, answer)
    },
  }
  return hooks as unknown as FastifyHttpProxyOptions['replyOptions']
}

function rawPath(request: FastifyRequest): string {
  return (request.raw.url ?? '').split('?', 1)[0] ?? ''
}

/** reply-from wraps what went wrong; the cause names it. A body that was refused on the way is the caller's fault. */
function failure(thrown: unknown, request: FastifyRequest): AppError {
  const error = toError(thrown)
  const cause = error.cause ?? error
  if (cause instanceof AppError) return cause
  if (request.raw.destroyed && !request.raw.complete)
    return new AppError('BAD_REQUEST', 'The request broke off', { cause })
  return transportError(cause)
}

async function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, stream }: UpstreamAnswer,
): Promise<void> {
  if (statusCode < 400) {
    void reply.send(stream)
    return
  }
  const text = await readText(stream, refusalBytes).catch(() => '')
  for (const name of bodyHeaders) void reply.removeHeader(name)
  const endsSession =
    (statusCode === 401 || statusCode === 403) && request.principal && !signCalls.test(rawPath(request))
  if (endsSession) void reply.send(new AppError('SESSION_ENDED'))
  else void sendError(reply, statusCode >= 500 ? serverError(statusCode) : refusal(statusCode, text))
}
