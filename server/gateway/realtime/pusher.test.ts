import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { startFakePusher, type FakePusher } from '#tests/support/fake-pusher.ts'
import type { LiveSource } from './live-source.ts'
import { createLiveSource } from './pusher.ts'

let service: FakePusher
let source: LiveSource

afterEach(async () => {
  source.close()
  await service.stop()
})

function connect(): LiveSource {
  const log = pino({ level: 'silent' })
  source = createLiveSource({ key: 'k', cluster: '', host: '127.0.0.1', port: service.port, tls: false, log })
  return source
}

function listen(channel: string) {
  const listener = { events: [] as unknown[], readies: 0, losses: 0 }
  const leave = source.subscribe(channel, {
    onEvent: (event, data) => listener.events.push([event, data]),
    onReady: () => listener.readies++,
    onUnavailable: () => listener.losses++,
  })
  return { ...listener, listener, leave }
}

it('joins channels over one connection, passes events on and leaves', async () => {
  service = await startFakePusher()
  connect()
  const { listener, leave } = listen('apps.a.workqueues')
  await vi.waitFor(() => expect(listener.readies).toBe(1))
  expect(source.state()).toBe('up')
  service.publish('apps.a.workqueues', 'update', { _id: '1' })
  await vi.waitFor(() => expect(listener.events).toEqual([['update', { _id: '1' }]]))
  expect(service.connections()).toBe(1)
  leave()
  leave()
  await vi.waitFor(() => expect(service.subscribers('apps.a.workqueues')).toBe(0))
})

it('reconnects soon after the service returns, with every channel ready again and one connection', async () => {
  service = await startFakePusher()
  connect()
  const { listener } = listen('apps.a.workqueues')
  await vi.waitFor(() => expect(listener.readies).toBe(1))
  const { port } = service
  await service.stop()
  await vi.waitFor(() => expect(source.state()).toBe('down'), { timeout: 5000 })
  await vi.waitFor(() => expect(listener.losses).toBe(1), { timeout: 5000 })
  service = await startFakePusher(port)
  const returned = performance.now()
  await vi.waitFor(() => expect(listener.readies).toBe(2), { timeout: 8000 })
  expect(performance.now() - returned).toBeLessThan(6000)
  expect(service.connections()).toBe(1)
  expect(source.state()).toBe('up')
})

it('reconnects when the service closes the connection itself', async () => {
  service = await startFakePusher()
  connect()
  const { listener } = listen('apps.a.workqueues')
  await vi.waitFor(() => expect(listener.readies).toBe(1))
  service.drop()
  await vi.waitFor(() => expect(listener.readies).toBe(2), { timeout: 8000 })
})
