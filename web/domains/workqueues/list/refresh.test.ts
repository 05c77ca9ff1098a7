import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRefresh } from './refresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function begin() {
  let hidden = false
  const read = vi.fn()
  const refresh = createRefresh(read, () => hidden)
  return {
    ...refresh,
    reads: () => read.mock.calls.length,
    hide: (on: boolean) => void (hidden = on),
  }
}
const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('after an event', () => {
  it('the page is read soon, and once for events that come together', () => {
    const { request, reads } = begin()
    request()
    request()
    expect(reads()).toBe(0)
    pass(500)
    expect(reads()).toBe(1)
    pass(60_000)
    expect(reads()).toBe(1)
  })

  it('the page is read at most every three seconds', () => {
    const { request, reads } = begin()
    for (let ms = 0; ms < 30_000; ms += 100) {
      request()
      pass(100)
    }
    expect(reads()).toBe(10)
  })
})

describe('while a run runs', () => {
  it('the page is read every ten seconds, and no longer when none runs', () => {
    const { running, reads } = begin()
    running(true)
    pass(9999)
    expect(reads()).toBe(0)
    pass(1)
    expect(reads()).toBe(1)
    pass(20_000)
    expect(reads()).toBe(3)
    running(false)
    pass(60_000)
    expect(reads()).toBeLessThanOrEqual(4)
  })

  it('the event of its end is still answered', () => {
    const { running, request, reads } = begin()
    running(true)
    request()
    running(false)
    pass(500)
    expect(reads()).toBe(1)
  })
})

it('a hidden tab reads nothing, and once when it is shown again', () => {
  const { running, seen, hide, reads } = begin()
  running(true)
  hide(true)
  pass(600_000)
  expect(reads()).toBe(0)
  hide(false)
  seen()
  pass(0)
  expect(reads()).toBe(1)
  pass(10_000)
  expect(reads()).toBe(2)
})

it('nothing is read after the end', () => {
  const { running, request, stop, reads } = begin()
  running(true)
  request()
  stop()
  pass(60_000)
  expect(reads()).toBe(0)
})
