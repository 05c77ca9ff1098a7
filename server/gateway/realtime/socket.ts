import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Documents } from '../lib/documents.ts'
import { formatError } from '../lib/graphql-errors.ts'
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
import type { Viewer } from './group.ts'
import type { Hub } from './hub.ts'
import type { Subscription } from './subscription.ts'
import { SocketWriter, type Writer, type WriterDeps } from './writer.ts'

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
  whenGone(): Promise<void>
}

/** What all sockets share. */
export interface SocketDeps {
  hub: Hub
  documents: Documents
  operations: Operations
  writing: WriterDeps
  log: Logger
  onClosed: (socket: LiveSocket) => void
  clock: Clock
  limits: Pick<GatewayLimits, 'liveInitMs' | 'liveMessagesPerSecond' | 'liveSubscriptions'>
  onLimit: LimitHit
}

/** An operation of a client; its subscription is `null` while the right is being checked. */
interface Entry {
  subscription: Subscription | null
}

/** An upgraded connection and whose it is. */
export interface UpgradedConnection {
  ws: WebSocket
  /** The stream below it, to which frames are written. */
  stream: Duplex
  principal: Principal
  requestId: string
}

/** A class, because thousands of sockets are open: functions of each would take about 1 kB more. */
export class ClientSocket implements LiveSocket, Viewer {
  readonly writer: Writer
  readonly #deps: SocketDeps
  readonly #ws: WebSocket
  readonly #requestId: string
  readonly #subscriptions = new Map<string, Entry>()
  #principal: Principal
  #initTimer: NodeJS.Timeout | undefined
  #initialised = false
  #active = true
  #closed = false
  /** Messages since `#secondBegan`. */
  #messagesInSecond = 0
  #secondBegan = 0

  constructor({ ws, stream, principal, requestId }: UpgradedConnection, deps: SocketDeps) {
    this.#deps = deps
    this.#ws = ws
    this.#requestId = requestId
    this.#principal = principal
    this.writer = new SocketWriter(stream, deps.writing, this)
    this.#initTimer = setTimeout(() => {
      deps.onLimit('liveInitMs')
      this.close(socketCloseCodes.initTimeout)
    }, deps.limits.liveInitMs)
    const accept = () => this.#accept()
    ws.on('message', (data: Buffer, isBinary) => {
      if (!accept()) return
      if (isBinary) this.close(socketCloseCodes.invalidMessage)
      else this.#onMessage(data.toString())
    })
    ws.on('ping', accept)
    ws.on('pong', accept)
    ws.on('error', (error: NodeJS.ErrnoException) => this.#onError(error))
    ws.on('close', () => this.#tearDown())
  }

  principal(): Principal {
    return this.#principal
  }

  renew(token: string): void {
    this.#principal = { ...this.#principal, token }
  }

  rights(): Set<string> {
    return new Set([...this.#subscriptions.values()].flatMap(({ subscription }) => subscription?.right ?? []))
  }

  scopes(): Set<string> {
    return new Set([...this.#subscriptions.values()].flatMap(({ subscription }) => subscription?.scope ?? []))
  }

  loseRight(right: string): void {
    for (const [id, { subscription }] of this.#subscriptions) {
      if (subscription?.right !== right) continue
      subscription.end()
      this.#subscriptions.delete(id)
      this.#fail(id, new AppError('NOT_FOUND'))
    }
  }

  resyncAll(): void {
    for (const { subscription } of this.#subscriptions.values()) subscription?.resync()
  }

  heartbeat(): boolean {
    const alive = this.#active
    this.#active = false
    this.writer.ping()
    return alive
  }

  close({ code, reason }: SocketCloseReason): void {
    if (this.#closed) return
    this.writer.flush()
    this.#tearDown()
    this.#ws.close(code, reason)
  }

  terminate(): void {
    this.#tearDown()
    this.#ws.terminate()
  }

  whenGone(): Promise<void> {
    const ws = this.#ws
    return new Promise((resolve) => {
      if (ws.readyState === ws.CLOSED) resolve()
      else ws.once('close', () => resolve())
    })
  }

  #tearDown(): void {
    if (this.#closed) return
    this.#closed = true
    this.#endInit()
    for (const { subscription } of this.#subscriptions.values()) subscription?.end()
    this.#subscriptions.clear()
    this.#deps.onClosed(this)
  }

  /** A timer that is over stays in memory as long as it is referenced. */
  #endInit(): void {
    clearTimeout(this.#initTimer)
    this.#initTimer = undefined
  }

  #onError(error: NodeJS.ErrnoException): void {
    const { log, onLimit } = this.#deps
    if (oversized.includes(error.code ?? '')) onLimit('liveMessageBytes')
    log.debug({ err: error, requestId: this.#requestId }, 'live socket failed')
    this.#ws.terminate()
  }

  #fail(id: string, error: unknown): void {
    const scope = { requestId: this.#requestId, log: this.#deps.log }
    this.writer.send(errorMessage(id, [formatError(error, scope)]))
  }

  #prepare(request: OperationRequest) {
    const { text, operationName } = this.#deps.operations.resolve(request)
    const operation = this.#deps.documents.prepare(text, operationName)
    if (!operation.isSubscription)
      throw new AppError(
        'BAD_REQUEST',
        'Only subscriptions are run over the socket; send others by POST /graphql',
      )
    return operation
  }

  async #subscribe(id: string, request: OperationRequest): Promise<void> {
    const { hub, limits, onLimit } = this.#deps
    const entry: Entry = { subscription: null }
    const isWanted = () => this.#subscriptions.get(id) === entry
    this.#subscriptions.set(id, entry)
    try {
      if (this.#subscriptions.size > limits.liveSubscriptions) {
        onLimit('liveSubscriptions')
        throw new AppError('TOO_MANY_REQUESTS', 'Too many subscriptions on one socket')
      }
      const operation = this.#prepare(request)
      const from = positionIn(request.extensions)
      const subscription = await hub.subscribe(this, id, operation, request.variables, from, isWanted)
      // The socket may have been closed after the hub has asked.
      if (isWanted()) entry.subscription = subscription
      else subscription?.end()
    } catch (error) {
      if (!isWanted()) return
      this.#subscriptions.delete(id)
      if (error instanceof AppError && error.code === 'SESSION_ENDED')
        this.close(socketCloseCodes.unauthorized)
      else this.#fail(id, error)
    }
  }

  #onMessage(text: string): void {
    const message = parseClientMessage(text)
    if (!message) return this.close(socketCloseCodes.invalidMessage)
    if (message.type === 'connection_init') {
      if (this.#initialised) return this.close(socketCloseCodes.tooManyInits)
      this.#initialised = true
      this.#endInit()
      return this.writer.send(ackMessage)
    }
    if (message.type === 'ping') return this.writer.send(pongMessage)
    if (message.type === 'pong') return
    if (!this.#initialised) return this.close(socketCloseCodes.unauthorized)
    if (message.type === 'complete') {
      this.#subscriptions.get(message.id)?.subscription?.end()
      this.#subscriptions.delete(message.id)
      return
    }
    if (this.#subscriptions.has(message.id)) return this.close(socketCloseCodes.subscriberExists(message.id))
    void this.#subscribe(message.id, message.payload)
  }

  /** Records activity of the client; returns whether the message is accepted. */
  #accept(): boolean {
    this.#active = true
    if (this.#closed) return false
    const { clock, limits, onLimit } = this.#deps
    // Whole milliseconds: a fraction would be an object of its own in memory.
    const now = Math.floor(clock.monotonic())
    if (now - this.#secondBegan >= 1000) [this.#secondBegan, this.#messagesInSecond] = [now, 0]
    if (++this.#messagesInSecond <= limits.liveMessagesPerSecond) return true
    onLimit('liveMessagesPerSecond')
    this.close(socketCloseCodes.tooManyMessages)
    return false
  }
}
