import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultLimits } from '../lib/limits.ts'
import { AnswerTimeout } from './errors.ts'
import { RunningExchange } from './exchange.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('the deadline of an answer leaves time for a 504 within ten seconds', () => {
  const fail = vi.fn()
  const sink = { begin() {}, data: () => true, end() {}, fail }
  const late = () => new AnswerTimeout()
  const outcome = { answered() {}, late, paused() {}, resumed() {}, failed() {}, over() {} }
  new RunningExchange(sink, outcome, defaultLimits.upstreamAnswerMs)
  vi.advanceTimersByTime(9_000)
  expect(fail).not.toHaveBeenCalled()
  vi.advanceTimersByTime(800)
  expect(fail).toHaveBeenCalledExactlyOnceWith(expect.any(AnswerTimeout))
})
