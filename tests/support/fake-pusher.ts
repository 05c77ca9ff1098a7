import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'

/** The subscribe side of the Pusher protocol, as little as pusher-js needs, on a port of its own. */
export interface FakePusher {
  port: number
  publish(channel: string, event: string, data: unknown): void
  subscribers(channel: string): number
  connections(): number
  /** Cuts every connection; new ones may come. */
  drop(code?: number): void
  stop(): Promise<void>
}

export async function startFakePusher(port = 0): Promise<FakePusher> {
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  const joined = new Map<WebSocket, Set<string>>()
  const send = (socket: WebSocket, event: string, data: unknown, channel?: string) =>
    socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }))

  server.on('connection', (socket) => {
    joined.set(socket, new Set())
    socket.on('close', () => joined.delete(socket))
    send(socket, 'pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
    socket.on('message', (bytes: Buffer) => {
      const { event, data } = JSON.parse(bytes.toString()) as { event: string; data: { channel: string } }
      if (event === 'pusher:ping') send(socket, 'pusher:pong', {})
      if (event === 'pusher:unsubscribe') joined.get(socket)?.delete(data.channel)
      if (event !== 'pusher:subscribe') return
      joined.get(socket)?.add(data.channel)
      send(socket, 'pusher_internal:subscription_succeeded', {}, data.channel)
    })
  })
  await new Promise((resolve) => server.once('listening', resolve))
  const subscribed = (channel: string) => [...joined].filter(([, channels]) => channels.has(channel))
  return {
    port: (server.address() as AddressInfo).port,
    publish(channel, event, data) {
      for (const [socket] of subscribed(channel)) send(socket, event, data, channel)
    },
    subscribers: (channel) => subscribed(channel).length,
    connections: () => joined.size,
    drop(code = 1012) {
      for (const socket of joined.keys()) socket.close(code)
    },
    async stop() {
      for (const socket of joined.keys()) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
