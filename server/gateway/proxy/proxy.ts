import httpProxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, toError } from '#server/lib/errors.ts'
import { sendError } from '../lib/answers.ts'
import type { UpstreamTarget } from '../upstream/client.ts'
import { refusal, serverError, transportError } from '../upstream/errors.ts'
import { checkPath } from '../upstream/path.ts'
import { receiveBody, type BodyLimits } from './body.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import type { PassedAnswer } from './passed-answer.ts'
import { createTransport, ofRequest } from './transport.ts'

export interface ProxyOptions extends BodyLimits {
  platform: UpstreamTarget
  platformUrl: string
  /** The connect service, where it is not the platform itself. */
  connect?: UpstreamTarget | undefined
}

/** Of a refusal only its message is read; one that is longer says nothing to anybody. */
const refusalBytes = 64 * 1024

/** Calls whose 401 or 403 says nothing about the caller's session. */
const signCalls = /^\/api\/users\/(login|tokenLogin|acceptInvitation|password|resetPassword|logout)\/?$/

/** Calls by which somebody could guess a password or a token. */
const guessCalls = /^\/api\/users\/(login|tokenLogin|acceptInvitation|password|resetPassword)\/?$/i

/** The call that exchanges the caller's token: a session's never leaves the gateway, which exchanges it itself. */
const tokenCall = /^\/api\/users\/refreshToken\/?$/i

/** Calls that the connect service answers (contract section 2). */
const connectCalls = /^\/api\/(vars|user\/invite|accountSettings\/[^/]+)\/?$/i

/** `/api/*`: the platform's REST interface for the signed-in user and for callers with their own credentials. */
export async function proxyPlugin(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { platform, platformUrl, connect = platform, bodyBytes, onLimit } = options

  app.decorateRequest('passedReply', null)
  app.decorateRequest('passedBody', null)
  app.addHook('onRequest', (request, reply, next) => {
    request.passedReply = reply
    next(refusedPath(app, request, reply))
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const announced = Number(request.headers['content-length'])
    if (announced > bodyBytes) {
      onLimit('bodyBytes')
      return done(new AppError('TOO_LARGE'))
    }
    receiveBody(payload, options, (error, body) => {
      request.passedBody = body
      // Not the framework's: @fastify/reply-from would write it as JSON once more.
      done(error)
    })
  })

  await app.register(httpProxy, {
    upstream: platformUrl,
    prefix: '/api',
    rewritePrefix: `${platform.basePath}/api`,
    internalRewriteLocationHeader: false,
    // Set, so that the body parsers above are the only ones.
    preValidation: (_request, _reply, next) => next(),
    config: { access: 'session-or-caller' },
    undici: createTransport((url) => (connectCalls.test(decodedPath(url)) ? connect : platform)) as never,
    disableRequestLogging: true,
    // The usual one gives the reply back, and the framework would wait for it in vain.
    handler: (_request, reply, target, from) => void reply.from(target, from),
    replyOptions: replyOptions(platformUrl),
  })
}

function refusedPath(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Error | undefined {
  const url = request.raw.url ?? ''
  const path = pathOf(url)
  // The router decodes and folds what it matches; what is sent on are these bytes.
  if (!path.startsWith('/api/')) return new AppError('NOT_FOUND')
  try {
    checkPath(path)
    // Nobody's query has one, and whoever cuts there reads another target.
    if (url.includes('#')) throw new AppError('BAD_REQUEST', 'The path is not valid')
    // The platform's router reads %6c as l.
    const decoded = decodedPath(url)
    if (guessCalls.test(decoded)) app.countApiSignIn(request, reply)
    if (request.principal && tokenCall.test(decoded))
      throw new AppError('FORBIDDEN', 'A session is renewed by POST /session/refresh')
  } catch (error) {
    return toError(error)
  }
  return undefined
}

/** The library types every request as HTTP/1 or HTTP/2; this server speaks HTTP/1 alone. */
function replyOptions(platformUrl: string): FastifyHttpProxyOptions['replyOptions'] {
  const hooks = {
    rewriteRequestHeaders: (request: FastifyRequest) =>
      Object.assign(requestHeaders(request), { [ofRequest]: request }),
    // Its own count of retries cannot be set to none: 0 falls back to 10.
    retryDelay: () => null,
    onError: (reply: FastifyReply, { error }: { error: Error }) => {
      void reply.send(failure(error, reply.request))
    },
    onResponse: (
      request: FastifyRequest,
      reply: FastifyReply,
      back: { stream: { answer: PassedAnswer } },
    ) => {
      answerWith(request, reply, back.stream.answer, platformUrl)
    },
  }
  return hooks as unknown as FastifyHttpProxyOptions['replyOptions']
}

function pathOf(url: string): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** As the platform's router reads it. */
function decodedPath(url: string): string {
  const path = pathOf(url)
  return path.includes('%') ? decodeURIComponent(path) : path
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

function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PassedAnswer,
  platformUrl: string,
): void {
  const { statusCode } = reply
  if (statusCode < 400) return answer.passTo(reply, (headers) => answerHeaders(headers, platformUrl))
  answer.read(refusalBytes, (text) => {
    const { 'retry-after': retryAfter } = answer.headers
    if (typeof retryAfter === 'string') void reply.header('retry-after', retryAfter)
    const endsSession =
      (statusCode === 401 || statusCode === 403) &&
      request.principal &&
      !signCalls.test(pathOf(request.raw.url ?? ''))
    if (endsSession) return void reply.send(new AppError('SESSION_ENDED'))
    void sendError(reply, statusCode >= 500 ? serverError(statusCode) : refusal(statusCode, text))
  })
}
