import { afterEach, expect, it, vi } from 'vitest'
import { ACCOUNT_CHECK_MS, createAccountCheck } from './account-check.ts'

afterEach(() => vi.useRealTimers())

it('checks at once, then at most once in a while, and never loses the last call', () => {
  vi.useFakeTimers()
  const check = vi.fn(() => Promise.resolve())
  const doubt = createAccountCheck(check)
  for (let i = 0; i < 5; i++) doubt()
  vi.advanceTimersByTime(0)
  expect(check).toHaveBeenCalledTimes(1)
  doubt()
  doubt()
  vi.advanceTimersByTime(ACCOUNT_CHECK_MS - 1)
  expect(check).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(check).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10 * ACCOUNT_CHECK_MS)
  expect(check).toHaveBeenCalledTimes(2)
})
