import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchHeartbeat } from './heartbeat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watch() {
  const onSilence = vi.fn<() => void>()
  return { onSilence, heart: watchHeartbeat({ limitMs: 10_000, ticks: 10, onSilence }) }
}

test('silence is reported once, at the limit', () => {
  const { onSilence } = watch()
  vi.advanceTimersByTime(9999)
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(onSilence).toHaveBeenCalledTimes(1)
})

test('a part that beats is never silent, and one beat begins the count again', () => {
  const { onSilence, heart } = watch()
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1000)
    heart.beat()
  }
  vi.advanceTimersByTime(9999)
  expect(onSilence).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSilence).toHaveBeenCalledTimes(1)
})

test('a night in which the machine was suspended is no silence', () => {
  const { onSilence, heart } = watch()
  heart.beat()
  vi.setSystemTime(Date.now() + 8 * 3_600_000)
  vi.advanceTimersByTime(1000)
  expect(onSilence).not.toHaveBeenCalled()
})

test('nothing is reported after the stop', () => {
  const { onSilence, heart } = watch()
  heart.stop()
  vi.advanceTimersByTime(60_000)
  expect(onSilence).not.toHaveBeenCalled()
})
