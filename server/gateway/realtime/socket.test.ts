import { EventEmitter } from 'node:events'
import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { systemClock } from '#server/lib/clock.ts'
import { principalOf } from '#tests/support/live-gateway.ts'
import { createFlushScheduler } from './flush-scheduler.ts'
import type { Hub } from './hub.ts'
import { socketCloseCodes } from './protocol.ts'
import { ClientSocket, type SocketDeps } from './socket.ts'

/** A socket in front of a hub, and a client that sends messages. */
function socketWith(subscribe: Hub['subscribe']) {
  const ws = Object.assign(new EventEmitter(), { close: () => undefined, terminate: () => undefined })
  const writing = { flushScheduler: createFlushScheduler(), now: () => 0, maxWaiting: 1e6, onLimit: () => {} }
  const deps = {
    hub: { subscribe },
    documents: { prepare: () => ({ isSubscription: true }) },
    operations: { resolve: () => ({ text: '', operationName: null }) },
    writing,
    log: pino({ level: 'silent' }),
    onClosed: () => {},
    clock: systemClock,
    limits: { liveInitMs: 60_000, liveMessagesPerSecond: 100, liveSubscriptions: 10 },
    onLimit: () => {},
  } as unknown as SocketDeps
  const connection = {
    ws: ws as never,
    stream: new PassThrough(),
    principal: principalOf('anna'),
    requestId: 'r',
  }
  const socket = new ClientSocket(connection, deps)
  return {
    socket,
    send: (message: object) => ws.emit('message', Buffer.from(JSON.stringify(message)), false),
  }
}

it('a subscription that is made while the socket is closed ends', async () => {
  const end = vi.fn()
  const made = vi.fn()
  const { socket, send } = socketWith(async () => {
    // Before the socket gets the subscription, as when one answer of the platform is for both.
    queueMicrotask(() => socket.close(socketCloseCodes.serviceRestart))
    made()
    return { right: 'account', scope: '', resync: () => {}, end }
  })
  send({ type: 'connection_init' })
  send({ type: 'subscribe', id: '1', payload: { query: '' } })
  await vi.waitFor(() => expect(made).toHaveBeenCalled())
  await new Promise(setImmediate)
  expect(end).toHaveBeenCalledOnce()
})
