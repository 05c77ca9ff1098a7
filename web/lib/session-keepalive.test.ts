import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lastExchange } from './last-exchange.ts'
import { keepSessionAlive } from './session-keepalive.ts'

const MINUTE = 60_000

describe('keepSessionAlive', () => {
  const session = { check: vi.fn(() => Promise.resolve()), refresh: vi.fn(() => Promise.resolve(true)) }
  let stop: () => void
  let flowing: boolean

  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    lastExchange.note()
    session.check.mockClear()
    session.refresh.mockReset().mockResolvedValue(true)
    flowing = false
    stop = keepSessionAlive(session, () => flowing)
  })
  afterEach(() => {
    stop()
    vi.useRealTimers()
  })

  const type = () => window.dispatchEvent(new Event('keydown'))

  it('checks after input, at most every ten minutes', () => {
    type()
    expect(session.check).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10 * MINUTE)
    type()
    type()
    expect(session.check).toHaveBeenCalledTimes(1)
  })

  it('checks without input only while updates arrive', () => {
    vi.advanceTimersByTime(30 * MINUTE)
    expect(session.check).not.toHaveBeenCalled()
    flowing = true
    vi.advanceTimersByTime(31 * MINUTE)
    expect(session.check).toHaveBeenCalledTimes(4)
  })

  it('refreshes the token hourly, and again a minute later when that failed', async () => {
    session.refresh.mockResolvedValueOnce(false)
    await vi.advanceTimersByTimeAsync(60 * MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(2)
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(2)
  })

  it('keeps the time of the last exchange over page loads', async () => {
    const reload = () => {
      stop()
      stop = keepSessionAlive(session, () => flowing)
    }
    for (let load = 0; load < 5; load++) {
      await vi.advanceTimersByTimeAsync(11 * MINUTE)
      reload()
    }
    expect(session.refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(5 * MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(1)
    reload()
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(1)
  })

  it('refreshes once for several tabs, and not after another tab has signed in', async () => {
    await vi.advanceTimersByTimeAsync(MINUTE / 2)
    const stopOther = keepSessionAlive(session, () => flowing)
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    lastExchange.note()
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(session.refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(30 * MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(1)
    stopOther()
  })

  it('starts over when the clock was set back, or the time is unknown', async () => {
    vi.setSystemTime(Date.now() - 600 * MINUTE)
    await vi.advanceTimersByTimeAsync(59 * MINUTE)
    expect(session.refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(session.refresh).toHaveBeenCalledTimes(1)
  })

  it('does nothing after it was stopped', async () => {
    stop()
    flowing = true
    await vi.advanceTimersByTimeAsync(180 * MINUTE)
    type()
    expect(session.check).not.toHaveBeenCalled()
    expect(session.refresh).not.toHaveBeenCalled()
  })
})
