import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { listenForEvents } from './ingress.ts'

/**
 * The upstream of the gateway in the fan-out bench: the few platform calls that a subscription needs, and a
 * Pusher endpoint that passes each published event to the subscribers of its channel. It is a separate
 * process, so that the measured processor time is only the gateway's.
 */
const user = { _id: 'user', email: 'bench@example.org' }
const account = { _id: 'account', name: 'bench' }
const answers: Record<string, unknown> = {
  'POST /api/users/login': { token: 'bench-token', user },
  'GET /api/user/user': { ...user, userAccountHash: { account: { name: account.name } } },
  'GET /api/account': account,
}
const anyApp = { _id: 'app', name: 'bench', description: 'bench' }

const server = createServer((request, response) => {
  const path = request.url?.split('?')[0] ?? ''
  const answer = path.startsWith('/api/apps/') ? anyApp : answers[`${request.method} ${path}`]
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer ?? { message: 'Not found' }))
})
const subscribers = new Map<string, Set<WebSocket>>()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  const send = (event: string, data: unknown, channel?: string) =>
    socket.send(JSON.stringify({ event, channel, data: JSON.stringify(data) }))
  send('pusher:connection_established', { socket_id: '1.1', activity_timeout: 120 })
  socket.on('message', (raw: Buffer) => {
    const message = JSON.parse(raw.toString()) as { event: string; data?: { channel?: string } }
    const channel = message.data?.channel
    if (message.event === 'pusher:ping') send('pusher:pong', {})
    if (message.event === 'pusher:subscribe' && channel) {
      subscribers.set(channel, (subscribers.get(channel) ?? new Set()).add(socket))
      send('pusher_internal:subscription_succeeded', {}, channel)
    }
    if (message.event === 'pusher:unsubscribe' && channel) subscribers.get(channel)?.delete(socket)
  })
  socket.on('close', () => subscribers.forEach((set) => set.delete(socket)))
})

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const port = (server.address() as AddressInfo).port
const events = await listenForEvents((event) => {
  const channel = `apps.${String(event['appId'])}.workqueues`
  const frame = JSON.stringify({ event: 'status', channel, data: JSON.stringify(event) })
  for (const socket of subscribers.get(channel) ?? []) socket.send(frame)
})
process.send?.({ platformUrl: `http://127.0.0.1:${port}`, pusherPort: String(port), events })
