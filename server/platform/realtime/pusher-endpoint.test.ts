import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as connectTcp, type AddressInfo, type Socket } from 'node:net'
import { pino } from 'pino'
import PusherClient from 'pusher-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { LiveMessage } from '#shared/realtime/events.ts'
import { createPusherEndpoint, type PusherEndpoint } from './pusher-endpoint.ts'

const key = 'test-key'
let server: Server
let endpoint: PusherEndpoint
let now = 0

beforeEach(async () => {
  now = 0
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint = createPusherEndpoint({
    key,
    log: pino({ level: 'silent' }),
    clock: { now: () => now, monotonic: () => now },
    waitingBytes: 256 * 1024,
  })
  endpoint.attach(server)
})

afterEach(async () => {
  await endpoint.stop()
  server.close()
  server.closeAllConnections()
})

const port = () => (server.address() as AddressInfo).port
const message = (_id: string, channel = 'apps.a.workqueues'): LiveMessage => ({
  channel,
  event: 'update',
  data: { _id, appId: 'a' },
})

interface Raw {
  socket: WebSocket
  frames: { event: string; channel?: string; data: string }[]
  ask(frame: object | string): void
}

function connect(path = `/app/${key}?protocol=7`): Raw {
  const socket = new WebSocket(`ws://127.0.0.1:${port()}${path}`)
  const frames: Raw['frames'] = []
  socket.on('message', (data) => frames.push(JSON.parse(String(data))))
  socket.on('error', () => frames.push({ event: 'failed', data: '' }))
  return {
    socket,
    frames,
    ask: (frame) => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)),
  }
}

async function established(): Promise<Raw> {
  const client = connect()
  await vi.waitFor(() => expect(client.frames[0]?.event).toBe('pusher:connection_established'))
  return client
}

async function subscribed(channel = 'apps.a.workqueues'): Promise<Raw> {
  const client = await established()
  client.ask({ event: 'pusher:subscribe', data: { channel } })
  await vi.waitFor(() => expect(client.frames.at(-1)?.event).toBe('pusher_internal:subscription_succeeded'))
  return client
}

test('the real client connects, subscribes, gets events in order and disconnects', async () => {
  const pusher = new PusherClient(key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port(),
    forceTLS: false,
    enabledTransports: ['ws'],
    disableStats: true,
  })
  const got: unknown[] = []
  const channel = pusher.subscribe('apps.a.workqueues')
  channel.bind('update', (data: unknown) => got.push(data))
  await vi.waitFor(() => expect(channel.subscribed).toBe(true))
  endpoint.send([message('1'), message('other', 'apps.b.workqueues'), message('2')])
  await vi.waitFor(() => expect(got).toHaveLength(2))
  expect(got).toEqual([message('1').data, message('2').data])
  pusher.disconnect()
  await vi.waitFor(() => expect(endpoint.clients()).toBe(0))
})

test('reports its activity timeout', async () => {
  const client = await established()
  expect(JSON.parse(client.frames[0]?.data ?? '')).toMatchObject({ activity_timeout: 30 })
})

test.each([
  ['/app/wrong?protocol=7', 4001],
  [`/app/${key}?protocol=6`, 4007],
  [`/app/${key}`, 4008],
])('refuses %s with %i', async (path, code) => {
  const client = connect(path)
  const [closed] = (await once(client.socket, 'close')) as [number]
  expect(closed).toBe(code)
  expect(JSON.parse(client.frames[0]?.data ?? '')).toMatchObject({ code })
})

test('another address is not a socket', async () => {
  const client = connect('/elsewhere')
  await vi.waitFor(() => expect(client.frames).toEqual([{ event: 'failed', data: '' }]))
})

test('nothing arrives after unsubscribing', async () => {
  const client = await subscribed()
  client.ask({ event: 'pusher:unsubscribe', data: { channel: 'apps.a.workqueues' } })
  client.ask({ event: 'pusher:ping' })
  await vi.waitFor(() => expect(client.frames.at(-1)?.event).toBe('pusher:pong'))
  endpoint.send([message('1')])
  client.ask({ event: 'pusher:ping' })
  await vi.waitFor(() => expect(client.frames.filter(({ event }) => event === 'pusher:pong')).toHaveLength(2))
  expect(client.frames.some(({ event }) => event === 'update')).toBe(false)
})

test.each([
  ['not json', 'pusher:error'],
  [{ event: 'pusher:subscribe', data: { channel: 'private-x' } }, 'pusher:subscription_error'],
  [{ event: 'pusher:subscribe' }, 'pusher:subscription_error'],
  [{ event: 'client-x', data: {} }, 'pusher:error'],
])('%j is answered with %s and affects no other client', async (frame, answer) => {
  const client = await established()
  client.ask(frame)
  await vi.waitFor(() => expect(client.frames.at(-1)?.event).toBe(answer))
  client.ask({ event: 'pusher:ping' })
  await vi.waitFor(() => expect(client.frames.at(-1)?.event).toBe('pusher:pong'))
})

test('a client that does not read is disconnected', async () => {
  const client = await subscribed()
  const stream = (client.socket as unknown as { _socket: Socket })._socket
  stream.pause()
  const large: LiveMessage = {
    ...message('1'),
    data: { _id: '1', appId: 'a', description: 'x'.repeat(100_000) },
  }
  await vi.waitFor(() => {
    endpoint.send([large, large, large])
    expect(endpoint.clients()).toBe(0)
  })
})

test('a silent client is pinged, a dead one is closed, an answering one stays', async () => {
  const silent = await established()
  const answering = await established()
  now = 31_000
  endpoint.reap()
  await vi.waitFor(() => expect(answering.frames.at(-1)?.event).toBe('pusher:ping'))
  answering.ask({ event: 'pusher:pong' })
  answering.ask({ event: 'pusher:ping' })
  await vi.waitFor(() => expect(answering.frames.at(-1)?.event).toBe('pusher:pong'))
  now = 61_000
  endpoint.reap()
  await once(silent.socket, 'close')
  expect(endpoint.clients()).toBe(1)
})

test('clients that must read again are told to reconnect at once', async () => {
  const client = await subscribed()
  endpoint.closeClients()
  const [code] = (await once(client.socket, 'close')) as [number]
  expect(code).toBe(4200)
  endpoint.accept(false)
  const [refused] = (await once(connect().socket, 'close')) as [number]
  expect(refused).toBe(4100)
  endpoint.accept(true)
  await subscribed()
})

test.each(['//', '/elsewhere'])('an upgrade of %s is 404 and ends nothing else', async (target) => {
  const socket = connectTcp(port(), '127.0.0.1')
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
  socket.destroy()
})
