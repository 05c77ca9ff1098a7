import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRegularReread } from './use-regular-reread.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const readOf = (error?: Error) => ({
  rereadInBackground: vi.fn<() => void>(),
  readAt: 1,
  error: error as never,
})

// Red when the interval is not set, or does not end with a pause.
it('reads every five seconds, and not while it is paused', () => {
  const read = readOf()
  const { rerender } = renderHook(({ paused }) => useRegularReread([read], paused), {
    initialProps: { paused: false },
  })
  vi.advanceTimersByTime(15_000)
  expect(read.rereadInBackground).toHaveBeenCalledTimes(3)
  rerender({ paused: true })
  vi.advanceTimersByTime(60_000)
  expect(read.rereadInBackground).toHaveBeenCalledTimes(3)
})

// Red when a list that is too long to be read regularly stays stale after one failure.
it('tries again what fails while it is paused', () => {
  const read = readOf(new Error('down'))
  const { result } = renderHook(() => useRegularReread([read], true))
  expect(result.current).toEqual({ readAt: 1, failing: true })
  vi.advanceTimersByTime(20_000)
  expect(read.rereadInBackground).toHaveBeenCalledTimes(2)
})
