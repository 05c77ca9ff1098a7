import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useNow } from '#web/lib/use-time.ts'
import { useStaleSince } from './use-stale-since.ts'

const NOW = Date.UTC(2026, 10, 22, 14, 3)
beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

const good = { isRead: true, failing: false, visible: true }
const reading = { isRead: false, failing: false, visible: true }

it('does not begin with the time at which the clock of the page was last used', () => {
  vi.setSystemTime(NOW + 3_600_000)
  renderHook(() => useNow(500)).unmount()
  vi.setSystemTime(NOW)
  const { result, rerender } = renderHook((reads) => useStaleSince(reads), { initialProps: good })
  rerender(reading)
  act(() => void vi.advanceTimersByTime(16_000))
  expect(result.current).not.toBeNull()
})

it('is the time of the last read while reads fail or hang, and nothing once one succeeds', () => {
  const { result, rerender } = renderHook((reads) => useStaleSince(reads), { initialProps: reading })
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  expect(result.current).toBeNull()
  rerender(good)
  pass(5000)
  rerender({ isRead: false, failing: true, visible: true })
  expect(result.current).toBe(NOW)
  pass(20_000)
  expect(result.current).toBe(NOW)
  rerender(good)
  expect(result.current).toBeNull()

  rerender(reading)
  pass(15_000)
  expect(result.current).toBeNull()
  pass(1000)
  expect(result.current).toBe(NOW + 25_000)
  // A hidden tab reads nothing, and has time for a new read when it is shown.
  rerender({ ...reading, visible: false })
  expect(result.current).toBeNull()
  pass(60_000)
  rerender(reading)
  expect(result.current).toBeNull()
})
