import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveMessage, GLOBAL_TASKS_CHANNEL } from '#shared/realtime/events.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createTaskNotices, createReceiver } from './receiver.ts'
import { DEFAULT_VISIBILITY_MS, type LeaseStore } from './lease-store.ts'
import type { LeasedTask } from './leased-tasks.ts'

/** No timer fires here: calls are served by notices, not by polling. */
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
)
afterEach(() => void vi.useRealTimers())

const alias = {
  aliasId: 'alias',
  accountId: 'account',
  workerId: 'worker',
  type: 'task.a.b',
  alias: 'default',
}
const request = {
  max: 1,
  waitMs: 20_000,
  visibilityMs: DEFAULT_VISIBILITY_MS,
  gone: new AbortController().signal,
}
const queued = (to: string): LiveMessage[] => [
  { channel: GLOBAL_TASKS_CHANNEL, data: { type: alias.type, alias: to, status: 'queued' } } as LiveMessage,
]

function setUp() {
  const taskNotices = createTaskNotices()
  const queue: LeasedTask[] = []
  const full = { limited: false }
  const take = vi.fn(async (_alias: unknown, limit: number) => ({ tasks: queue.splice(0, limit), ...full }))
  const giveBack = vi.fn(async (_task: unknown) => undefined)
  const leasedTasks = { take, giveBack }
  const parts = {
    leases: {} as LeaseStore,
    leasedTasks,
    clock: systemClock,
    taskNotices,
    log: pino({ level: 'silent' }),
  }
  return { taskNotices, queue, take, giveBack, full, receiver: createReceiver(parts) }
}

test('a queued task is handed to a waiting call at once', async () => {
  const { taskNotices, queue, take, receiver } = setUp()
  const waiting = receiver.receive(alias, request)
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
  const task = { taskId: 'task' } as LeasedTask
  queue.push(task)
  taskNotices.publish(queued(alias.alias))
  expect(await waiting).toEqual([task])
})

test('tasks of another alias cause no look-up', async () => {
  const { taskNotices, take, receiver } = setUp()
  const waiting = receiver.receive(alias, request)
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
  taskNotices.publish(queued('other'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(take).toHaveBeenCalledTimes(1)
  receiver.stop()
  expect(await waiting).toEqual([])
})

test('tasks whose answer is not written before the connection closes are given back', async () => {
  const { queue, giveBack, receiver } = setUp()
  const task = { taskId: 'task' } as LeasedTask
  const connection = new AbortController()
  queue.push(task)
  expect(await receiver.receive(alias, { ...request, gone: connection.signal })).toEqual([task])
  expect(giveBack).not.toHaveBeenCalled()
  connection.abort()
  expect(giveBack.mock.calls).toEqual([[task]])
})
