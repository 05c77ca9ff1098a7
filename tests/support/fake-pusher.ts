import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { shuffled } from './random.ts'

/**
 * The fault of new connections: `refuse` resets them, `hang` never answers, a number is an error and close
 * code.
 */
export type ConnectionFault = 'open' | 'refuse' | 'hang' | number

/** Faults of events during delivery; they can be combined. */
export interface DeliveryFaults {
  /** Every event is sent twice. */
  duplicate?: boolean
  /** Collects this many events and sends them in a random order; the numbers come from this source. */
  reorder?: { size: number; random: () => number }
  /** Sends only these fields of the data. */
  fields?: readonly string[]
}

/**
 * The subscribe side of the Pusher protocol, as far as pusher-js needs it, on its own port, with fault
 * switches.
 */
export interface FakePusher {
  port: number
  connectionFault: ConnectionFault
  /** Half open: connections stay open and new ones are accepted, but nothing is read or sent. */
  deaf(on: boolean): void
  deliveryFaults: DeliveryFaults
  /** The status with which subscriptions are refused (`pusher:subscription_error`); null accepts them. */
  refusedSubscriptions: number | null
  publish(channel: string, event: string, data: unknown): void
  /** Sends the same event this many times, without a pause. */
  flood(times: number, channel: string, event: string, data: unknown): void
  /** Sends raw bytes to all: text in its own frame, a buffer without any frame. */
  sendRaw(bytes: string | Buffer): void
  subscribers(channel: string): number
  /** Every channel that was ever subscribed to. */
  asked: Set<string>
  connections(): number
  /** Times of all connections so far on the monotonic clock, and the highest number established at a time. */
  attempts: number[]
  mostAtOnce(): number
  /**
   * Closes every connection and accepts new ones. With a code of 4000 or more an error message is sent first.
   */
  drop(code?: number): void
  /** Breaks every connection off without a close frame. */
  reset(): void
  stop(): Promise<void>
}

/** `onRequest` answers requests that are not upgrades. */
export async function startFakePusher(port = 0, onRequest?: RequestListener): Promise<FakePusher> {
  const http = createServer(onRequest)
  const server = new WebSocketServer({ server: http })
  const tcp = new Set<Socket>()
  const joined = new Map<WebSocket, Set<string>>()
  let held: [string, string, unknown][] = []
  let mostAtOnce = 0

  let deaf = false

  const send = (socket: WebSocket, event: string, data: unknown, channel?: string) => {
    if (!deaf) socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }))
  }
  const close = (socket: WebSocket, code: number) => {
    if (code >= 4000) send(socket, 'pusher:error', { code, message: 'as asked' })
    socket.close(code)
  }
  const subscribed = (channel: string) => [...joined].filter(([, channels]) => channels.has(channel))
  const deliver = (channel: string, event: string, data: unknown) => {
    const { duplicate, fields } = fake.deliveryFaults
    const sent = fields ? only(fields, data) : data
    for (const [socket] of subscribed(channel))
      for (let copy = duplicate ? 2 : 1; copy > 0; copy--) send(socket, event, sent, channel)
  }

  http.on('connection', (socket: Socket) => {
    fake.attempts.push(performance.now())
    tcp.add(socket)
    socket.on('close', () => tcp.delete(socket))
    if (fake.connectionFault === 'refuse') socket.resetAndDestroy()
    if (deaf) socket.pause()
  })
  // Removed from the server's own listener, so that an upgrade can stay without an answer.
  const [accept] = http.listeners('upgrade') as ((...parts: unknown[]) => void)[]
  http.removeAllListeners('upgrade')
  http.on('upgrade', (...parts) => fake.connectionFault !== 'hang' && accept?.(...parts))

  server.on('connection', (socket) => {
    socket.on('error', () => socket.terminate())
    if (typeof fake.connectionFault === 'number') return close(socket, fake.connectionFault)
    joined.set(socket, new Set())
    // A connection that is closing gets nothing more.
    const open = [...joined.keys()].filter((each) => each.readyState === each.OPEN)
    mostAtOnce = Math.max(mostAtOnce, open.length)
    socket.on('close', () => joined.delete(socket))
    send(socket, 'pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
    socket.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: { channel: string } }
      if (event === 'pusher:ping') send(socket, 'pusher:pong', {})
      if (event === 'pusher:unsubscribe') joined.get(socket)?.delete(data.channel)
      if (event !== 'pusher:subscribe') return
      fake.asked.add(data.channel)
      const status = fake.refusedSubscriptions
      if (status !== null)
        return send(socket, 'pusher:subscription_error', { type: 'AuthError', status }, data.channel)
      joined.get(socket)?.add(data.channel)
      send(socket, 'pusher_internal:subscription_succeeded', {}, data.channel)
    })
  })

  const fake: FakePusher = {
    port: 0,
    connectionFault: 'open',
    deliveryFaults: {},
    refusedSubscriptions: null,
    asked: new Set(),
    attempts: [],
    publish(channel, event, data) {
      const { reorder } = fake.deliveryFaults
      if (!reorder) return deliver(channel, event, data)
      held.push([channel, event, data])
      if (held.length < reorder.size) return
      const below = (bound: number) => Math.floor(reorder.random() * bound)
      for (const each of shuffled(held, below)) deliver(...each)
      held = []
    },
    flood(times, channel, event, data) {
      for (let time = 0; time < times; time++) deliver(channel, event, data)
    },
    deaf(on) {
      deaf = on
      const [first, ...later] = tcp
      if (on) for (const socket of tcp) socket.pause()
      // Events are processed in order: the end of an old connection before the start of the next.
      else first?.resume()
      if (!on) setImmediate(() => later.forEach((socket) => socket.resume()))
    },
    sendRaw(bytes) {
      if (typeof bytes === 'string') for (const socket of joined.keys()) socket.send(bytes)
      else for (const socket of tcp) socket.write(bytes)
    },
    subscribers: (channel) => subscribed(channel).length,
    connections: () => joined.size,
    mostAtOnce: () => mostAtOnce,
    drop(code = 1012) {
      for (const socket of joined.keys()) close(socket, code)
    },
    reset() {
      for (const socket of tcp) socket.resetAndDestroy()
    },
    async stop() {
      for (const socket of tcp) socket.destroy()
      server.close()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
  fake.port = (http.address() as AddressInfo).port
  return fake
}

/** Keeps only those fields of an object; returns anything else unchanged. */
function only(fields: readonly string[], data: unknown): unknown {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  return Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field)))
}
