import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '#server/lib/clock.ts'
import type { ScriptPool } from '#server/platform/scripts/pool.ts'
import { createScriptTester } from './tests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A pool whose process has the script after some time, and which notes the time that the script gets. */
function poolThatBegins(afterMs: number, limitMs = 20_000) {
  const given: (number | undefined)[] = []
  const pool: ScriptPool = {
    limits: { timeMs: limitMs, memoryMib: 64, outputBytes: 1000, logLines: 10, progressCalls: 10 },
    run: ({ begin, signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        setTimeout(() => {
          given.push(begin?.())
          resolve({ over: 'time' })
        }, afterMs)
      }),
    stop: () => {},
  }
  return { pool, given }
}

const testWith = async (pool: ScriptPool) => {
  const run = createScriptTester({ pool, clock: systemClock })
  const outcome = run('user', { code: '', inputs: {} }, new AbortController().signal).catch(
    (error: Error) => error.message,
  )
  await vi.advanceTimersByTimeAsync(10_000)
  return outcome
}

test.each([
  ['at once', 0, 20_000, 6000],
  ['while its process starts', 3000, 20_000, 5000],
  ['with a limit of its own', 3000, 1000, 1000],
])('a script that begins %s has what is left of the time', async (_when, afterMs, limitMs, expected) => {
  const { pool, given } = poolThatBegins(afterMs, limitMs)
  expect(await testWith(pool)).toMatchObject({
    error: { reason: `The script ran longer than ${expected / 1000} s` },
  })
  expect(given).toEqual([expected])
})

test('one that has not begun after 5 s is refused', async () => {
  const message = 'All processes for scripts are busy; try again in a moment'
  expect(await testWith(poolThatBegins(5500).pool)).toBe(message)
})
