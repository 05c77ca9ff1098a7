import { randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type WebSocket } from 'ws'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Logger } from '#server/lib/logger.ts'
import {
  activityTimeoutSeconds,
  pusherCloseCodes,
  frames,
  parseCommand,
  connectionRefusal,
  type PusherCloseReason,
} from './pusher-protocol.ts'

const limits = {
  clients: 1000,
  channelsOfClient: 100_000,
  /**
   * Bytes that may wait for a client that reads too slowly. It is disconnected, reconnects and reads again.
   */
  waitingBytes: 16 * 1024 * 1024,
  frameBytes: 64 * 1024,
}
const silenceMs = activityTimeoutSeconds * 1000

export interface PusherEndpointOptions {
  key: string
  log: Logger
  clock: Clock
  /** Bytes that may wait for one client; for tests. */
  waitingBytes?: number
}

export interface PusherEndpoint {
  /** Handles the socket upgrades of `/app/{key}` of a server. */
  attach(server: Server): void
  /** Sends messages to the subscribers of their channels, in order. */
  send(messages: LiveMessage[]): void
  /** Disconnects every client, so that it reconnects and reads again. */
  closeClients(): void
  /** While false new clients are refused: a client without a connection knows that it gets no events. */
  accept(open: boolean): void
  /** Closes clients that have been silent for twice the activity timeout, and pings silent ones. */
  reap(): void
  clients(): number
  stop(): Promise<void>
}

interface Client {
  socket: WebSocket
  stream: Duplex
  channels: Set<string>
  lastFrame: number
  asked: boolean
}

/** The subscribe side of the Pusher protocol on the platform's own listener. */
export function createPusherEndpoint({
  key,
  log,
  clock,
  waitingBytes = limits.waitingBytes,
}: PusherEndpointOptions): PusherEndpoint {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
  })
  const clients = new Set<Client>()
  const subscribers = new Map<string, Set<Client>>()
  const reaper = setInterval(reap, silenceMs / 3)
  reaper.unref()
  let open = true

  function connected(socket: WebSocket, stream: Duplex, url: URL): void {
    socket.on('error', (error) => log.debug({ err: error }, 'pusher client'))
    const refused =
      connectionRefusal(url, key) ?? (open && clients.size < limits.clients ? null : pusherCloseCodes.notNow)
    if (refused) return close(socket, refused)
    const client: Client = {
      socket,
      stream,
      channels: new Set(),
      lastFrame: clock.monotonic(),
      asked: false,
    }
    clients.add(client)
    socket.on('message', (data) => onFrame(client, String(data)))
    socket.on('close', () => forget(client))
    socket.send(frames.established(`${randomInt(1e9)}.${randomInt(1e9)}`))
  }

  function onFrame(client: Client, text: string): void {
    client.lastFrame = clock.monotonic()
    client.asked = false
    const command = parseCommand(text)
    switch (command.kind) {
      case 'subscribe':
        return subscribe(client, command.channel)
      case 'unsubscribe':
        return unsubscribe(client, command.channel)
      case 'refused-channel':
        return client.socket.send(frames.refused(command.channel))
      case 'ping':
        return client.socket.send(frames.pong)
      case 'client-event':
        return client.socket.send(frames.error(pusherCloseCodes.notAllowed))
      case 'unknown':
        return client.socket.send(frames.error({ code: null, message: 'The frame is not understood' }))
    }
  }

  function subscribe(client: Client, channel: string): void {
    if (client.channels.size >= limits.channelsOfClient) return client.socket.send(frames.refused(channel))
    const members = subscribers.get(channel) ?? new Set()
    subscribers.set(channel, members.add(client))
    client.channels.add(channel)
    client.socket.send(frames.subscribed(channel))
  }

  function unsubscribe(client: Client, channel: string): void {
    client.channels.delete(channel)
    const members = subscribers.get(channel)
    members?.delete(client)
    if (members?.size === 0) subscribers.delete(channel)
  }

  function forget(client: Client): void {
    clients.delete(client)
    for (const channel of client.channels) unsubscribe(client, channel)
  }

  function send(messages: LiveMessage[]): void {
    const reached = new Set<Client>()
    for (const message of messages) {
      const members = subscribers.get(message.channel)
      if (!members) continue
      const frame = frames.message(message)
      for (const client of members) {
        // One system call for all frames of this batch.
        if (!reached.has(client)) client.stream.cork()
        reached.add(client)
        client.socket.send(frame)
      }
    }
    for (const client of reached) {
      client.stream.uncork()
      if (client.socket.bufferedAmount > waitingBytes) cutOff(client)
    }
  }

  function cutOff(client: Client): void {
    log.warn({ waiting: client.socket.bufferedAmount }, 'a pusher client reads too slowly, cut off')
    forget(client)
    client.socket.terminate()
  }

  function reap(): void {
    const now = clock.monotonic()
    for (const client of clients) {
      const silence = now - client.lastFrame
      if (silence > 2 * silenceMs) {
        close(client.socket, pusherCloseCodes.silent)
        // A dead peer does not answer a close frame.
        client.socket.terminate()
        forget(client)
      } else if (silence > silenceMs && !client.asked) {
        client.asked = true
        client.socket.send(frames.ping)
      }
    }
  }

  function close(socket: WebSocket, reason: PusherCloseReason): void {
    socket.send(frames.error(reason))
    socket.close(reason.code, reason.message)
  }

  function closeAll(reason: PusherCloseReason): void {
    for (const client of clients) {
      forget(client)
      close(client.socket, reason)
    }
  }

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Targets like `//` are no valid URLs; nothing around this catches the error.
    const target = request.url ?? '/'
    const url = URL.canParse(target, 'http://platform') ? new URL(target, 'http://platform') : null
    if (!url?.pathname.startsWith('/app/')) {
      stream.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, stream, head, (socket) => connected(socket, stream, url))
  }

  return {
    attach: (server) => void server.on('upgrade', upgrade),
    send,
    closeClients: () => closeAll(pusherCloseCodes.readAgain),
    accept: (value) => void (open = value),
    reap,
    clients: () => clients.size,
    async stop() {
      clearInterval(reaper)
      open = false
      closeAll(pusherCloseCodes.notNow)
    },
  }
}
