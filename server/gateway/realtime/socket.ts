import type { WebSocket } from 'ws'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Documents } from '../lib/documents.ts'
import { formatError, type ErrorScope } from '../lib/graphql-errors.ts'
import type { OperationRequest, Operations } from '../lib/operations.ts'
import type { GatewayLimits, LimitHit } from '../lib/limits.ts'
import type { Principal } from '../session/principal.ts'
import {
  socketCloseCodes,
  type SocketCloseReason,
  ackMessage,
  errorMessage,
  parseClientMessage,
  pongMessage,
  positionIn,
} from './protocol.ts'
import type { Hub, Subscription } from './hub.ts'
import type { Writer } from './writer.ts'

/** Error codes of the WebSocket server for messages that are too long or in too many fragments. */
const oversized = ['WS_ERR_UNSUPPORTED_MESSAGE_LENGTH', 'WS_ERR_TOO_MANY_BUFFERED_PARTS']

/** One live socket: the server side of graphql-transport-ws for one client. */
export interface LiveSocket {
  principal(): Principal
  /** Replaces the platform token after an exchange. */
  renew(token: string): void
  /** Paths that must stay readable for this socket's subscriptions. */
  rights(): Set<string>
  /** What its user saw of the account when the subscriptions were made. */
  scopes(): Set<string>
  /** Ends the subscriptions that need a right, with an error. */
  loseRight(right: string): void
  /** Asks the client to read again once it has caught up after dropped frames. */
  resyncAll(): void
  /** Whether the client has sent anything since the last call; sends a ping for the next one. */
  heartbeat(): boolean
  close(reason: SocketCloseReason): void
  /** Closes the connection without a close frame. */
  terminate(): void
  /** Resolves when the connection is closed. */
  gone: Promise<void>
}

export interface SocketDeps {
  ws: WebSocket
  writer: Writer
  principal: Principal
  hub: Hub
  documents: Documents
  operations: Operations
  /** Formats and logs the errors of this socket. */
  scope: ErrorScope
  onClosed: () => void
  clock: Clock
  limits: Pick<GatewayLimits, 'liveInitMs' | 'liveMessagesPerSecond' | 'liveSubscriptions'>
  onLimit: LimitHit
}

export function createLiveSocket(deps: SocketDeps): LiveSocket {
  const { ws, writer, hub, documents, operations, scope, clock, limits, onLimit } = deps
  /** `null` while the right is being checked. */
  const subscriptions = new Map<string, { subscription: Subscription | null }>()
  let principal = deps.principal
  let initialised = false
  let active = true
  let closed = false

  /** Messages since `secondBegan`. */
  let messagesInSecond = 0
  let secondBegan = 0

  const initTimer = setTimeout(() => {
    onLimit('liveInitMs')
    close(socketCloseCodes.initTimeout)
  }, limits.liveInitMs)

  function close({ code, reason }: SocketCloseReason): void {
    if (closed) return
    writer.flush()
    tearDown()
    ws.close(code, reason)
  }

  function tearDown(): void {
    if (closed) return
    closed = true
    clearTimeout(initTimer)
    for (const { subscription } of subscriptions.values()) subscription?.end()
    subscriptions.clear()
    deps.onClosed()
  }

  function fail(id: string, error: unknown): void {
    writer.send(errorMessage(id, [formatError(error, scope)]))
  }

  function prepare(request: OperationRequest) {
    const { text, operationName } = operations.resolve(request)
    const operation = documents.prepare(text, operationName)
    if (!operation.isSubscription)
      throw new AppError(
        'BAD_REQUEST',
        'Only subscriptions are run over the socket; send others by POST /graphql',
      )
    return operation
  }

  async function subscribe(id: string, request: OperationRequest): Promise<void> {
    const entry: { subscription: Subscription | null } = { subscription: null }
    const isWanted = () => subscriptions.get(id) === entry
    subscriptions.set(id, entry)
    try {
      if (subscriptions.size > limits.liveSubscriptions) {
        onLimit('liveSubscriptions')
        throw new AppError('TOO_MANY_REQUESTS', 'Too many subscriptions on one socket')
      }
      const operation = prepare(request)
      const viewer = { principal: () => principal, writer }
      const from = positionIn(request.extensions)
      entry.subscription = await hub.subscribe(viewer, id, operation, request.variables, from, isWanted)
    } catch (error) {
      if (!isWanted()) return
      subscriptions.delete(id)
      if (error instanceof AppError && error.code === 'SESSION_ENDED') close(socketCloseCodes.unauthorized)
      else fail(id, error)
    }
  }

  function onMessage(text: string): void {
    const message = parseClientMessage(text)
    if (!message) return close(socketCloseCodes.invalidMessage)
    if (message.type === 'connection_init') {
      if (initialised) return close(socketCloseCodes.tooManyInits)
      initialised = true
      clearTimeout(initTimer)
      return writer.send(ackMessage)
    }
    if (message.type === 'ping') return writer.send(pongMessage)
    if (message.type === 'pong') return
    if (!initialised) return close(socketCloseCodes.unauthorized)
    if (message.type === 'complete') {
      subscriptions.get(message.id)?.subscription?.end()
      subscriptions.delete(message.id)
      return
    }
    if (subscriptions.has(message.id)) return close(socketCloseCodes.subscriberExists(message.id))
    void subscribe(message.id, message.payload)
  }

  /** Records activity of the client; returns whether the message is accepted. */
  function accept(): boolean {
    active = true
    if (closed) return false
    const now = clock.monotonic()
    if (now - secondBegan >= 1000) [secondBegan, messagesInSecond] = [now, 0]
    if (++messagesInSecond <= limits.liveMessagesPerSecond) return true
    onLimit('liveMessagesPerSecond')
    close(socketCloseCodes.tooManyMessages)
    return false
  }

  ws.on('message', (data: Buffer, isBinary) => {
    if (!accept()) return
    if (isBinary) close(socketCloseCodes.invalidMessage)
    else onMessage(data.toString())
  })
  ws.on('ping', accept)
  ws.on('pong', accept)
  ws.on('error', (error: NodeJS.ErrnoException) => {
    if (oversized.includes(error.code ?? '')) onLimit('liveMessageBytes')
    scope.log.debug({ err: error, requestId: scope.requestId }, 'live socket failed')
    ws.terminate()
  })
  ws.on('close', tearDown)

  return {
    gone: new Promise((resolve) => ws.once('close', () => resolve())),
    principal: () => principal,
    renew(token) {
      principal = { ...principal, token }
    },
    rights: () =>
      new Set([...subscriptions.values()].flatMap(({ subscription }) => subscription?.right ?? [])),
    scopes: () =>
      new Set([...subscriptions.values()].flatMap(({ subscription }) => subscription?.scope ?? [])),
    loseRight(right) {
      for (const [id, { subscription }] of subscriptions) {
        if (subscription?.right !== right) continue
        subscription.end()
        subscriptions.delete(id)
        fail(id, new AppError('NOT_FOUND'))
      }
    },
    resyncAll() {
      for (const { subscription } of subscriptions.values()) subscription?.resync()
    },
    heartbeat() {
      const alive = active
      active = false
      writer.ping()
      return alive
    },
    close,
    terminate() {
      tearDown()
      ws.terminate()
    },
  }
}
