import { pino } from 'pino'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createWatchdog, type Watchdog } from './watchdog.ts'

let watchdog: Watchdog
const clock = { now: () => Date.now(), monotonic: () => Date.now() }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  watchdog.stop()
  vi.useRealTimers()
})

function watched() {
  const listeners = new Map<string, (detail: unknown) => void>()
  const connection = {
    state: 'connected',
    bind: (event: string, listener: (detail: unknown) => void) => listeners.set(event, listener),
  }
  const tries: number[] = []
  const reported: string[] = []
  let lostAt = 0
  watchdog = createWatchdog(connection, {
    reconnect: () => tries.push(Date.now() - lostAt),
    disconnect: () => reported.push('disconnect'),
    onUnavailable: () => reported.push('unavailable'),
    clock,
    log: pino({ level: 'silent' }),
  })
  return {
    tries,
    reported,
    lose() {
      connection.state = 'unavailable'
      lostAt = Date.now()
    },
    regain() {
      connection.state = 'connected'
      listeners.get('connected')?.(undefined)
    },
    fail: (detail: unknown) => listeners.get('error')?.(detail),
  }
}

it('reconnects after 2 to 3 s, then with growing timeouts', async () => {
  const { tries, lose } = watched()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tries).toEqual([])
  lose()
  await vi.advanceTimersByTimeAsync(40_000)
  expect(tries[0]).toBeGreaterThanOrEqual(2000)
  expect(tries[0]).toBeLessThanOrEqual(3000)
  const pauses = tries.slice(1).map((at, i) => at - (tries[i] as number))
  expect(pauses[0]).toBeGreaterThanOrEqual(3000)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(7000)
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(6000)
})

it('reports a loss once when it lasts longer than a second', async () => {
  const { reported, lose, regain } = watched()
  lose()
  await vi.advanceTimersByTimeAsync(1000)
  regain()
  await vi.advanceTimersByTimeAsync(5000)
  expect(reported).toEqual([])
  lose()
  await vi.advanceTimersByTimeAsync(2000)
  expect(reported).toEqual(['unavailable'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(reported).toEqual(['unavailable'])
})

it('stops the retries of the library after a code, and reconnects at its own time', async () => {
  const { tries, reported, lose, fail } = watched()
  lose()
  fail({ type: 'WebSocketError', error: { type: 'PusherError', data: { code: 4200 } } })
  expect(reported).toEqual([])
  await Promise.resolve()
  expect(reported).toEqual(['disconnect'])
  await vi.advanceTimersByTimeAsync(3000)
  expect(tries).toHaveLength(1)
})

it('starts with short timeouts again after a connection', async () => {
  const { tries, lose, regain } = watched()
  lose()
  await vi.advanceTimersByTimeAsync(30_000)
  regain()
  tries.length = 0
  lose()
  await vi.advanceTimersByTimeAsync(3000)
  expect(tries).toHaveLength(1)
})

it.each([
  { type: 'WebSocketError', error: { type: 'PusherError', data: { code: 4004 } } },
  { type: 'PusherError', data: { code: 4001 } },
])('waits a minute after a refusal that a retry does not change', async (detail) => {
  const { tries, lose, fail } = watched()
  lose()
  await vi.advanceTimersByTimeAsync(500)
  fail(detail)
  await vi.advanceTimersByTimeAsync(59_000)
  expect(tries).toEqual([])
  await vi.advanceTimersByTimeAsync(2000)
  expect(tries).toHaveLength(1)
})
