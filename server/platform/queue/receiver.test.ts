import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveMessage, GLOBAL_TASKS_CHANNEL } from '#shared/realtime/events.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createArrivals } from './arrivals.ts'
import { DEFAULT_VISIBILITY_MS, type Leases } from './leases.ts'
import { createReceiver } from './receiver.ts'
import type { TakenTask } from './taking.ts'

/** No timer ever fires here: who is served is served by what has come, not by looking again after a while. */
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
const wish = {
  max: 1,
  waitMs: 20_000,
  visibilityMs: DEFAULT_VISIBILITY_MS,
  gone: new AbortController().signal,
}
const queued = (to: string): LiveMessage[] => [
  { channel: GLOBAL_TASKS_CHANNEL, data: { type: alias.type, alias: to, status: 'queued' } } as LiveMessage,
]

function setUp() {
  const arrivals = createArrivals()
  const queue: TakenTask[] = []
  const take = vi.fn(async (_alias: unknown, limit: number) => queue.splice(0, limit))
  const taking = { take, giveBack: async () => undefined }
  const parts = { leases: {} as Leases, taking, clock: systemClock, arrivals, log: pino({ level: 'silent' }) }
  return { arrivals, queue, take, receiver: createReceiver(parts) }
}

test('a task that comes is given to who waits without any time passing', async () => {
  const { arrivals, queue, take, receiver } = setUp()
  const waiting = receiver.receive(alias, wish)
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
  const task = { taskId: 'task' } as TakenTask
  queue.push(task)
  arrivals.heard(queued(alias.alias))
  expect(await waiting).toEqual([task])
})

test('tasks of another alias do not make it look', async () => {
  const { arrivals, take, receiver } = setUp()
  const waiting = receiver.receive(alias, wish)
  await vi.waitFor(() => expect(take).toHaveBeenCalledTimes(1))
  arrivals.heard(queued('other'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(take).toHaveBeenCalledTimes(1)
  receiver.stop()
  expect(await waiting).toEqual([])
})
