import { expect, test, vi } from 'vitest'
import { createSteadyClock } from './clock.ts'

/** A steady clock over a wall clock that the test sets. */
function clocks() {
  const at = { wall: 1_000_000, monotonic: 50 }
  const base = { now: () => at.wall, monotonic: () => at.monotonic }
  const pass = (ms: number) => {
    at.wall += ms
    at.monotonic += ms
  }
  return { at, pass, clock: createSteadyClock(base) }
}

test('it shows the time, and follows a small drift at once', () => {
  const { at, pass, clock } = clocks()
  pass(500)
  expect(clock.now()).toBe(1_000_500)
  at.wall += 900
  expect(clock.now()).toBe(1_001_400)
  expect(clock.aheadMs()).toBe(0)
})

test.each([3_600_000, -3_600_000])('a step of %i ms is reported and not followed before `follow`', (step) => {
  const { at, pass, clock } = clocks()
  const onStep = vi.fn<() => void>()
  clock.onStep = onStep
  at.wall += step
  pass(10)
  expect(clock.now()).toBe(1_000_010)
  expect(onStep).toHaveBeenCalledTimes(1)
  expect(clock.aheadMs()).toBe(step)
  clock.follow(step)
  expect(clock.now()).toBe(1_000_010 + step)
  expect(onStep).toHaveBeenCalledTimes(1)
})
