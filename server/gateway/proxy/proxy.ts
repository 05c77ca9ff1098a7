import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, toError } from '#server/lib/errors.ts'
import { closeUnlessRead, sendError } from '../lib/answers.ts'
import type { UpstreamTarget } from '../upstream/client.ts'
import type { PlatformCapabilities } from '../session/capabilities.ts'
import { callerOf } from '../session/principal.ts'
import { isOpenCall, isSignInCall } from '../session/open-calls.ts'
import type { BodyReaders } from '../session/request-bodies.ts'
import type { ShareHolders } from '../session/share-holders.ts'
import { traceOf } from '../upstream/call.ts'
import { isRefusedRight, refusal, serverError, sessionEnd, transportError } from '../upstream/errors.ts'
import type { PlatformRequest } from '../upstream/exchange.ts'
import { checkPath, pathOf } from '../upstream/path.ts'
import { answerHeaders, requestHeaders } from './headers.ts'
import { PassedAnswer } from './passed-answer.ts'
import { countSignInCall } from './sign-in-calls.ts'

export interface ProxyOptions {
  platform: UpstreamTarget
  platformUrl: string
  /** The connect service, when it is not the platform itself. */
  connect?: UpstreamTarget | undefined
  capabilities: PlatformCapabilities
  bodies: BodyReaders
  holders: ShareHolders
}

/** Largest body of a refusal that is read, in bytes. Only its message is used. */
const refusalBytes = 64 * 1024

/** Calls that end no session, besides the open ones. */
const endingNothing = /^\/api\/(users\/logout|capabilities)\/?$/i

/** Exchanges the caller's token. The token of a session never leaves the gateway, which exchanges it itself. */
const tokenExchange = /^\/api\/users\/refreshToken\/?$/i

/** Calls that the connect service answers. */
const connectCalls = /^\/api\/(vars|user\/invite|accountSettings\/[^/]+)\/?$/i

/**
 * `/api/*`: the platform's REST interface, for the signed-in user and for callers with their own credentials.
 *
 * `@fastify/http-proxy` provides the routes, the prefix, and a second check that a destination stays below it. Two of
 * its options are not left at their default:
 *
 * - `handler`. The default is `reply.from(destination)` of `@fastify/reply-from`, which
 *   - sends the path and query as `URL` and a query parser print them, not the bytes that were checked
 *     (`tests/faults/proxy-paths.test.ts`);
 *   - sends a GET again up to ten times after a 503, because `maxRetriesOn503: 0` means ten
 *     (`tests/faults/proxy-outage.test.ts`);
 *   - has no breaker, and its timeout does not include the wait for a free connection
 *     (`tests/faults/proxy-silence.test.ts`);
 *   - encodes a JSON body that was buffered a second time;
 *   - passes each answer through a `Readable` and `reply.send()`. The bare proxy needs 55 us of processor time for an
 *     answer of 2 KB (`tests/bench/README.md`, G6), so with the session and the checks on top it would need far
 *     more than the 60 us that the whole gateway needs now.
 *
 *   `forward` sends the request by the pool that all calls of the gateway use instead.
 * - `proxyPayloads: false`. The default adds parsers that pass a body of any type and size while it arrives, so that
 *   a slow caller would hold a connection to the platform. Here only JSON is passed, when it is complete
 *   (`tests/faults/proxy-bodies.test.ts`).
 */
export async function proxyPlugin(app: FastifyInstance, options: ProxyOptions): Promise<void> {
  const { platform, platformUrl, connect = platform, bodies, holders } = options

  app.addHook('onRequest', (request, _reply, next) => next(refusedPath(request)))
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', bodies.json)

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    const { url = '' } = request.raw
    const path = decodedPath(url)
    const { pool, basePath } = connectCalls.test(path) ? connect : platform
    const accepted = isSignInCall(path) ? countSignInCall(request, reply, path) : () => {}
    const answer = new PassedAnswer((error) => {
      if (!error && answer.status < 400) {
        accepted()
        if (!request.principal) holders.accepted(request)
      }
      if (!error) return answerWith(request, reply, answer, options)
      // A caller that disconnected gets no answer, and is no failure worth a log line.
      if (!reply.raw.destroyed) void reply.send(transportError(error))
    })
    const sent: PlatformRequest = {
      method: request.method as PlatformRequest['method'],
      // The bytes that the caller sent and `refusedPath` checked.
      path: basePath + url,
      headers: requestHeaders(request),
      body: (request.body ?? null) as Buffer | null,
      holder: holders.of(request),
    }
    answer.send(pool, sent, reply)
  }

  await app.register(httpProxy, {
    upstream: platformUrl,
    prefix: '/api',
    rewritePrefix: `${platform.basePath}/api`,
    config: { access: 'session-or-caller' },
    proxyPayloads: false,
    handler: forward,
  })
}

function refusedPath(request: FastifyRequest): Error | undefined {
  const url = request.raw.url ?? ''
  const path = pathOf(url)
  // The router decodes and folds a path before it matches; these bytes are what is sent.
  if (!path.startsWith('/api/')) return new AppError('NOT_FOUND')
  try {
    checkPath(path)
    // No client sends a fragment. A server that cuts there would read another target.
    if (url.includes('#')) throw new AppError('BAD_REQUEST', 'The path is not valid')
    // The platform's router reads %6c as l.
    const decoded = decodedPath(url)
    if (request.principal && tokenExchange.test(decoded))
      throw new AppError('FORBIDDEN', 'A session is renewed by POST /session/refresh')
  } catch (error) {
    return toError(error)
  }
  return undefined
}

/** Whether a 401 or 403 to this call says nothing about the caller's session. */
function endsNothing({ method, raw: { url = '' } }: FastifyRequest): boolean {
  const path = decodedPath(url)
  return endingNothing.test(path) || isOpenCall(method, path)
}

/** The path as the platform's router reads it. */
function decodedPath(url: string): string {
  const path = pathOf(url)
  return path.includes('%') ? decodeURIComponent(path) : path
}

function answerWith(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PassedAnswer,
  { platformUrl, capabilities }: ProxyOptions,
): void {
  const { status } = answer
  if (status < 400)
    return answer.passTo(reply, (sent) =>
      answerHeaders(sent, { platformUrl, redirectsAnywhere: !request.sessionCookieSent }),
    )
  answer.read(refusalBytes, (text) => {
    const { 'retry-after': retryAfter } = answer.headers
    if (typeof retryAfter === 'string') void reply.header('retry-after', retryAfter)
    closeUnlessRead(reply)
    if (status >= 500) return void sendError(reply, serverError(status))
    const refused = refusal(status, text)
    const { principal } = request
    const endsSession = (status === 401 || status === 403) && !endsNothing(request)
    if (!principal || !endsSession) return void sendError(reply, refused)
    if (!isRefusedRight(refused)) return void reply.send(sessionEnd(status, text))
    void capabilities
      .of(callerOf(principal), traceOf(request))
      .then((known) => (known ? sendError(reply, refused) : reply.send(sessionEnd(status, text))))
  })
}
