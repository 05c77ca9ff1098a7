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

it('is idle after five minutes without a sign', () => {
  const { result } = renderHook(() => useIdle())
  pass(IDLE_MS - 1)
  expect(result.current).toBe(false)
  pass(1)
  expect(result.current).toBe(true)
})

it.each(['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart', 'visibilitychange'])(
  'takes %s as a sign: it puts idleness off, and ends it',
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

it('notices at the first sign that a sleeping machine was idle', () => {
  let moment = 0
  const now = () => moment
  const { result } = renderHook(() => useIdle({ idleMs: 1000, now }))
  // Timers stood still while the machine slept; the clock did not.
  moment = 5000
  pass(1000)
  expect(result.current).toBe(true)
})

it('leaves nothing behind', () => {
  const removed = vi.spyOn(document, 'removeEventListener')
  const { unmount } = renderHook(() => useIdle())
  unmount()
  expect(removed.mock.calls.length).toBeGreaterThanOrEqual(8)
  expect(vi.getTimerCount()).toBe(0)
})
