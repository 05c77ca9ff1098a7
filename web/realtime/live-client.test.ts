import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSignal, createStore } from '../lib/store.ts'
import { createLiveClient, type LiveClient, type LiveSink } from './live-client.ts'
import { failedRead, type Connection } from './live-status.ts'

/** The server side of the socket, controlled by the test. */
class FakeSocket {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  static all: FakeSocket[] = []
  static get last(): FakeSocket {
    const socket = FakeSocket.all.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }
  readyState = FakeSocket.CONNECTING
  sent: { type: string; id?: string }[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number; reason: string }) => void) | null = null
  onerror: ((event: unknown) => void) | null = null
  constructor() {
    FakeSocket.all.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text) as { type: string; id?: string })
  }
  close(code = 1000, reason = '') {
    if (this.readyState === FakeSocket.CLOSED) return
    this.readyState = FakeSocket.CLOSED
    this.onclose?.({ code, reason })
  }
  async accept() {
    this.readyState = FakeSocket.OPEN
    this.onopen?.()
    await vi.advanceTimersByTimeAsync(0)
    await this.say({ type: 'connection_ack' })
  }
  async say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) })
    await vi.advanceTimersByTimeAsync(0)
  }
  get subscriptions() {
    return this.sent.filter((message) => message.type === 'subscribe')
  }
}

const states: Connection[] = []
const resynced = vi.fn()
const unauthorized = vi.fn()
let client: LiveClient

beforeEach(() => {
  // Other files of this process may have noted a failed read, which the page as a whole keeps.
  failedRead.take()
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  states.length = 0
  const connection = createStore<Connection>('off')
  connection.subscribe(() => states.push(connection.get()))
  const resync = createSignal()
  resync.subscribe(resynced)
  client = createLiveClient({ connection, resync, onUnauthorized: unauthorized })
})
afterEach(() => {
  client.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function listen() {
  const sink = { next: vi.fn(), error: vi.fn(), complete: vi.fn() } satisfies LiveSink
  const stop = client.subscribe({ query: '', operationName: 'List' }, sink)
  return { sink, stop }
}

async function connected() {
  const listener = listen()
  await vi.advanceTimersByTimeAsync(0)
  await FakeSocket.last.accept()
  return listener
}

const next = (extensions: object, data: unknown = { row: 1 }) => ({
  type: 'next',
  id: FakeSocket.last.subscriptions[0]?.id,
  payload: { data, extensions },
})

it('a connection that fails after the client was closed is no uncaught error', async () => {
  const uncaught = vi.fn()
  process.on('unhandledRejection', uncaught)
  listen()
  await vi.advanceTimersByTimeAsync(0)
  client.close()
  FakeSocket.last.onerror?.(new Event('error'))
  vi.useRealTimers()
  await new Promise((resolve) => setTimeout(resolve, 10))
  process.off('unhandledRejection', uncaught)
  expect(uncaught).not.toHaveBeenCalled()
})

it('opens no socket before the first subscription, and shows when it is live', async () => {
  expect(FakeSocket.all).toHaveLength(0)
  const { sink } = await connected()
  expect(states).toEqual(['connecting', 'live'])
  await FakeSocket.last.say(next({ live: { epoch: 'e', offset: 1 } }))
  expect(sink.next).toHaveBeenCalledTimes(1)
  expect(resynced).not.toHaveBeenCalled()
})

it('passes a resync on as a signal, never as data', async () => {
  const { sink } = await connected()
  await FakeSocket.last.say(next({ live: { resync: true } }, null))
  expect(resynced).toHaveBeenCalledTimes(1)
  expect(sink.next).not.toHaveBeenCalled()
})

it('is stale from the loss of the realtime service until the resync', async () => {
  const { sink } = await connected()
  await FakeSocket.last.say(next({ live: { stale: true, epoch: 'e', offset: 1 } }, null))
  expect(states.at(-1)).toBe('reconnecting')
  expect(resynced).not.toHaveBeenCalled()
  await FakeSocket.last.say(next({ live: { resync: true, epoch: 'e', offset: 2 } }, null))
  expect(states.at(-1)).toBe('live')
  expect(resynced).toHaveBeenCalledTimes(1)
  expect(sink.next).not.toHaveBeenCalled()
})

it('is no longer stale once the stale subscription has ended', async () => {
  const { stop } = await connected()
  listen()
  await FakeSocket.last.say(next({ live: { stale: true } }, null))
  stop()
  expect(states.at(-1)).toBe('live')
})

it('drops a message that is older than a previous one', async () => {
  const { sink } = await connected()
  for (const offset of [2, 1]) await FakeSocket.last.say(next({ live: { epoch: 'e', offset } }))
  expect(sink.next).toHaveBeenCalledTimes(1)
})

describe('a lost connection', () => {
  const lose = async () => {
    FakeSocket.last.close(1006)
    expect(states.at(-1)).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(400)
    await FakeSocket.last.accept()
    expect(states.at(-1)).toBe('live')
  }

  it('reconnects and continues each subscription from its position', async () => {
    await connected()
    await FakeSocket.last.say(next({ live: { epoch: 'e', offset: 4 } }))
    await lose()
    expect(FakeSocket.all).toHaveLength(2)
    expect(FakeSocket.last.subscriptions).toMatchObject([
      { payload: { operationName: 'List', extensions: { live: { epoch: 'e', offset: 4 } } } },
    ])
    expect(resynced).not.toHaveBeenCalled()
  })

  it('requests a new read when one failed in between', async () => {
    await connected()
    failedRead.note()
    await lose()
    expect(resynced).toHaveBeenCalledTimes(1)
    await lose()
    expect(resynced).toHaveBeenCalledTimes(1)
  })

  it('is retried without limit', async () => {
    const { sink } = await connected()
    for (let time = 0; time < 40; time++) {
      FakeSocket.last.close(1006)
      await vi.advanceTimersByTimeAsync(15_000)
    }
    expect(FakeSocket.all).toHaveLength(41)
    expect(sink.error).not.toHaveBeenCalled()
  })

  it('is retried at once when the network is available again', async () => {
    await connected()
    for (let time = 0; time < 8; time++) {
      FakeSocket.last.close(1006)
      await vi.advanceTimersByTimeAsync(15_000)
    }
    FakeSocket.last.close(1006)
    await vi.advanceTimersByTimeAsync(10)
    const before = FakeSocket.all.length
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(0)
    expect(FakeSocket.all.length).toBe(before + 1)
  })

  it('is noticed at once when the browser says that it is offline', async () => {
    await connected()
    window.dispatchEvent(new Event('offline'))
    expect(states.at(-1)).toBe('reconnecting')
  })

  it('is noticed within 45 s when pings stay unanswered', async () => {
    await connected()
    await vi.advanceTimersByTimeAsync(45_000)
    expect(FakeSocket.all.length).toBeGreaterThan(1)
    expect(states).toContain('reconnecting')
  })

  it('is not assumed while pings are answered', async () => {
    await connected()
    for (let time = 0; time < 6; time++) {
      await vi.advanceTimersByTimeAsync(15_000)
      await FakeSocket.last.say({ type: 'pong' })
    }
    expect(FakeSocket.all).toHaveLength(1)
  })
})

describe('a refusal', () => {
  const refuse = (code: string) =>
    FakeSocket.last.say({
      type: 'error',
      id: FakeSocket.last.subscriptions.at(-1)?.id,
      payload: [{ message: code, extensions: { code } }],
    })

  it('that is transient is retried, shown as stale in between, and read again afterwards', async () => {
    const { sink } = await connected()
    await refuse('PLATFORM_DOWN')
    expect(states.at(-1)).toBe('reconnecting')
    await vi.advanceTimersByTimeAsync(400)
    expect(FakeSocket.last.subscriptions).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(2000)
    expect(states.at(-1)).toBe('live')
    expect(resynced).toHaveBeenCalledTimes(1)
    expect(sink.error).not.toHaveBeenCalled()
  })

  it('that is final reaches the sink', async () => {
    const { sink } = await connected()
    await refuse('NOT_FOUND')
    expect(sink.error).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(FakeSocket.last.subscriptions).toHaveLength(1)
  })

  it('because of the session checks the session', async () => {
    const { sink } = await connected()
    FakeSocket.last.close(4401)
    await vi.advanceTimersByTimeAsync(0)
    expect(unauthorized).toHaveBeenCalledTimes(1)
    expect(sink.error).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(400)
    expect(FakeSocket.all).toHaveLength(2)
  })
})

it('closes shortly after the last subscription, which does not count as a loss', async () => {
  const { stop } = await connected()
  stop()
  await vi.advanceTimersByTimeAsync(4000)
  expect(FakeSocket.last.readyState).toBe(FakeSocket.OPEN)
  await vi.advanceTimersByTimeAsync(2000)
  expect(FakeSocket.last.readyState).toBe(FakeSocket.CLOSED)
  expect(states.at(-1)).toBe('off')
  await connected()
  expect(resynced).not.toHaveBeenCalled()
})
