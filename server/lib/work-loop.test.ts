import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Logger } from './logger.ts'
import { createWorkLoop, type WorkLoopOptions } from './work-loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function loopOf(over: Partial<WorkLoopOptions> = {}) {
  const log = { warn: vi.fn<() => void>(), debug: vi.fn<() => void>() }
  const drain = vi.fn<WorkLoopOptions['drain']>(async () => {})
  const options = { log: log as unknown as Logger, failure: 'failed', collectMs: 50, everyMs: 1000, drain }
  return { log, drain, loop: createWorkLoop({ ...options, ...over }) }
}

test('changes that follow each other are one step, and each turn looks after it has drained', async () => {
  const order: string[] = []
  const { loop } = loopOf({
    drain: async () => void order.push('drain'),
    look: async () => void order.push('look'),
  })
  loop.soon()
  loop.soon()
  await vi.advanceTimersByTimeAsync(50)
  expect(order).toEqual(['drain'])
  loop.start()
  await vi.advanceTimersByTimeAsync(1000)
  expect(order).toEqual(['drain', 'drain', 'look', 'drain', 'look'])
  await loop.stop()
})

test('a step that fails is tried again; the first failure in a row is a warning', async () => {
  const drain = vi.fn<WorkLoopOptions['drain']>().mockRejectedValue(new Error('no connection'))
  const { loop, log } = loopOf({ drain })
  await loop.drain()
  await loop.drain()
  expect([log.warn.mock.calls.length, log.debug.mock.calls.length]).toEqual([1, 1])
  drain.mockResolvedValueOnce()
  await loop.drain()
  await loop.drain()
  expect(log.warn).toHaveBeenCalledTimes(2)
})

test('stop waits for the step under way, which learns of it, and nothing follows', async () => {
  let seen: boolean | null = null
  let end = () => {}
  const drain = vi.fn<WorkLoopOptions['drain']>(async (isStopping) => {
    await new Promise<void>((resolve) => (end = resolve))
    seen = isStopping()
  })
  const { loop } = loopOf({ drain })
  loop.start()
  await vi.advanceTimersByTimeAsync(0)
  const stopped = loop.stop()
  end()
  await stopped
  expect(seen).toBe(true)
  loop.soon()
  await loop.drain()
  await vi.advanceTimersByTimeAsync(5000)
  expect(drain).toHaveBeenCalledTimes(1)
})
