import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReread, REREAD_WITHIN_MS } from './reread.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('joins requests that come close together to one read, and makes a later one another read', () => {
  const read = vi.fn()
  const { request } = createReread(read)
  request()
  request()
  expect(read).not.toHaveBeenCalled()
  vi.advanceTimersByTime(REREAD_WITHIN_MS)
  expect(read).toHaveBeenCalledTimes(1)
  request()
  vi.advanceTimersByTime(REREAD_WITHIN_MS)
  expect(read).toHaveBeenCalledTimes(2)
})

it('does not read after a cancel', () => {
  const read = vi.fn()
  const { request, cancel } = createReread(read)
  request()
  cancel()
  vi.advanceTimersByTime(REREAD_WITHIN_MS)
  expect(read).not.toHaveBeenCalled()
})
