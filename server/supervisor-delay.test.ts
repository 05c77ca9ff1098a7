import { expect, test } from 'vitest'
import { createRestartDelay } from './supervisor.ts'

/** Delays of restarts at these seconds. */
function delaysAt(seconds: number[]): number[] {
  let now = 0
  const next = createRestartDelay({ monotonic: () => now })
  return seconds.map((second) => {
    now = second * 1000
    return next()
  })
}

test('five restarts in a minute are quick, further ones wait longer each time, up to a limit', () => {
  const delays = delaysAt(Array.from({ length: 14 }, (_, index) => index))
  expect(delays.slice(0, 5)).toEqual([200, 200, 200, 200, 200])
  expect(delays.slice(5, 10)).toEqual([400, 800, 1600, 3200, 6400])
  expect(delays.slice(10)).toEqual([10_000, 10_000, 10_000, 10_000])
})

test('a restart every 15 s is always quick', () => {
  expect(new Set(delaysAt(Array.from({ length: 100 }, (_, index) => index * 15)))).toEqual(new Set([200]))
})
