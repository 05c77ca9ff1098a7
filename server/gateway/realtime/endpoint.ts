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
import { ClientSocket, type SocketDeps } from './socket.ts'
import type { SignInWatch } from './sign-in-watch.ts'
import type { Sockets } from './sockets.ts'
import type { FlushScheduler } from './flush-scheduler.ts'

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
  const socketDeps = socketDepsOf(app, deps)
  app.route({
    method: 'GET',
    url: '/graphql',
    config: { access: 'session' },
    preValidation: (request, _reply, done) => {
      done(request.ws ? refusal(request, deps) : undefined)
    },
    handler: (_request, reply) => upgradeRequired(reply),
    wsHandler: (ws, request) => open(ws, request, socketDeps, deps),
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

function open(
  ws: WebSocket,
  request: FastifyRequest,
  socketDeps: SocketDeps,
  { sockets, signInWatch }: EndpointDeps,
): void {
  const { principal } = request
  if (!principal) return ws.close(socketCloseCodes.unauthorized.code, socketCloseCodes.unauthorized.reason)
  releaseExchange(ws, request)
  const connection = { ws, stream: request.raw.socket, principal, requestId: oneString(request.id) }
  const socket = new ClientSocket(connection, socketDeps)
  sockets.add(socket, socket.writer)
  signInWatch.watch(principal)
}

/** What the sockets of this server share; its logger, because that of a request would stay in memory with each socket. */
function socketDepsOf(app: FastifyInstance, deps: EndpointDeps): SocketDeps {
  const { hub, documents, operations, clock, limits, onLimit, flushScheduler, sockets } = deps
  return {
    hub,
    documents,
    operations,
    clock,
    limits,
    onLimit,
    writing: { flushScheduler, now: () => clock.monotonic(), maxWaiting: limits.liveWaitingBytes, onLimit },
    log: app.log as Logger,
    onClosed: (socket) => sockets.remove(socket),
  }
}

/** The same text in one piece: a UUID of Node.js consists of 14 strings that refer to each other. */
const oneString = (text: string) => Buffer.from(text).toString()

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
