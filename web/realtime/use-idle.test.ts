import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IDLE_MS, useIdle } from './use-idle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const sign = (type: string) =>
  act(() => {
    document.dispatchEvent(new Event(type))
  })

it('is idle after five minutes without activity', () => {
  const { result } = renderHook(() => useIdle())
  pass(IDLE_MS - 1)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})

it.each(['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart', 'visibilitychange'])(
  '%s delays idleness, and ends it',
  (type) => {
    const { result } = renderHook(() => useIdle())
    pass(IDLE_MS - 1)
    sign(type)
    pass(IDLE_MS - 1)
    expect(result.current).toBe(false)
    pass(1)
    expect(result.current).toBe(true)
    sign(type)
    expect(result.current).toBe(false)
    pass(IDLE_MS)
    expect(result.current).toBe(true)
  },
)

it('notices at the first activity that a computer that was asleep was idle', () => {
  let moment = 0
  const now = () => moment
  const { result } = renderHook(() => useIdle({ idleMs: 1000, now }))
  // Timers stop while the computer is asleep; the clock does not.
  moment = 5000
  pass(1000)
  expect(result.current).toBe(true)
})

it('removes its listeners and timers', () => {
  const removed = vi.spyOn(document, 'removeEventListener')
  const { unmount } = renderHook(() => useIdle())
  unmount()
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(8)
  expect(vi.getTimerCount()).toBe(0)
})
