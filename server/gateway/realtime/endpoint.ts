import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { GatewayConfig } from '#server/config.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'
import type { Documents } from '../lib/documents.ts'
import type { Operations } from '../lib/operations.ts'
import { forgetAnswer } from '../lib/answers.ts'
import { originAllowed } from '../session/origin.ts'
import { socketCloseCodes, SUBPROTOCOL } from './protocol.ts'
import type { Hub } from './hub.ts'
import { createLiveSocket } from './socket.ts'
import type { SignInWatch } from './sign-in-watch.ts'
import type { Sockets } from './sockets.ts'
import type { FlushScheduler } from './flush-scheduler.ts'
import { createWriter } from './writer.ts'

/** Settings of the WebSocket server: small messages, no compression, no half-closed client. */
export const webSocketOptions = ({ liveMessageBytes }: Pick<GatewayLimits, 'liveMessageBytes'>) => ({
  maxPayload: liveMessageBytes,
  maxFragments: 64,
  maxBufferedChunks: 256,
  perMessageDeflate: false,
  closeTimeout: 2000,
  handleProtocols: () => SUBPROTOCOL,
})

export interface EndpointDeps {
  config: GatewayConfig
  hub: Hub
  sockets: Sockets
  signInWatch: SignInWatch
  documents: Documents
  operations: Operations
  flushScheduler: FlushScheduler
  clock: Clock
  limits: GatewayLimits
  onLimit: LimitHit
}

/** The upgrade on `GET /graphql`; a plain GET is answered with 426. */
export function liveEndpoint(app: FastifyInstance, deps: EndpointDeps): void {
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { access: 'session' },
    preValidation: (request, _reply, done) => {
      done(request.ws ? refusal(request, deps) : undefined)
    },
    handler: (_request, reply) => upgradeRequired(reply),
    wsHandler: (ws, request) => open(ws, request, deps),
  })
}

/** Why an upgrade is refused; null when it is accepted. */
function refusal(request: FastifyRequest, deps: EndpointDeps): AppError | undefined {
  const { config, sockets, onLimit } = deps
  if (!request.principal) return new AppError('UNAUTHENTICATED')
  if (!originAllowed(request, config)) return new AppError('CSRF', 'The origin is not allowed')
  const offered = request.headers['sec-websocket-protocol']?.split(',').map((name) => name.trim())
  if (!offered?.includes(SUBPROTOCOL))
    return new AppError('BAD_REQUEST', `The subprotocol must be ${SUBPROTOCOL}`)
  const full = sockets.refusal(request.principal.user._id)
  if (full) onLimit(full)
  if (full === 'MAX_SOCKETS_PER_USER')
    return new AppError('TOO_MANY_REQUESTS', 'Too many live connections of one user')
  if (full) return new AppError('UNAVAILABLE', 'Too many live connections')
  return undefined
}

function upgradeRequired(reply: FastifyReply): FastifyReply {
  const body = { statusCode: 426, code: 'UPGRADE_REQUIRED', message: 'Open a WebSocket, or send a POST' }
  return reply
    .code(426)
    .headers({ upgrade: 'websocket', connection: 'Upgrade' })
    .send({ ...body, requestId: reply.request.id })
}

function open(ws: WebSocket, request: FastifyRequest, deps: EndpointDeps): void {
  const { principal } = request
  const { sockets, flushScheduler, clock, limits, onLimit } = deps
  if (!principal) return ws.close(socketCloseCodes.unauthorized.code, socketCloseCodes.unauthorized.reason)
  releaseExchange(ws, request)
  const writer = createWriter({
    socket: request.raw.socket,
    flushScheduler,
    now: () => clock.monotonic(),
    onDrained: () => socket.resyncAll(),
    maxWaiting: limits.liveWaitingBytes,
    onLimit,
  })
  const socket = createLiveSocket({
    ...deps,
    ws,
    writer,
    principal,
    // The logger of the server, because that of the request would stay in memory with each socket.
    scope: { requestId: request.id, log: request.server.log as Logger },
    onClosed: () => sockets.remove(socket),
  })
  sockets.add(socket, writer)
  deps.signInWatch.watch(principal)
}

/**
 * Ends the HTTP exchange of the upgrade. The libraries would keep it with its headers as long as the socket
 * lives, and measure it as a request of that length.
 */
function releaseExchange(ws: WebSocket, { raw: { socket } }: FastifyRequest): void {
  const { _httpMessage: response } = socket as { _httpMessage?: ServerResponse | null }
  response?.detachSocket(socket)
  forgetAnswer(socket)
  ws.removeAllListeners('error')
}
