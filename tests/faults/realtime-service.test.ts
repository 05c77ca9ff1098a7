import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdTimers } from '../support/pass-time.ts'
import { evidence } from '../support/evidence.ts'
import { openBrowser, type LiveBrowser } from '../support/live-browser.ts'
import { liveRow } from '../support/live-platform.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { until } from '../support/pace.ts'
import { createShiftingClock, type ShiftingClock } from '../support/shifting-clock.ts'

/**
 * The connection of the gateway to the realtime service, broken in every way. The test moves the clock of its
 * timeouts.
 */

let trial: LiveTrial
let clock: ShiftingClock
let browser: LiveBrowser
beforeEach(async () => {
  holdTimers()
  clock = createShiftingClock()
  trial = await startLiveTrial({ clock, timing: { activity: 400, pong: 200, rejoin: 50 } })
  const socket = trial.socketOf(await trial.signIn('ada'))
  browser = openBrowser({ ...socket, appId: 'a1', reads: false })
  expect(await until(() => browser.resyncs === 1, 5000)).toBe(true)
})
afterEach(async () => {
  vi.useRealTimers()
  browser.close()
  await trial.close()
})

let number = 0
/** Whether an event arrives within a moment. */
async function flows(): Promise<boolean> {
  const name = `${number++}`
  trial.pusher.publish('apps.a1.workqueues', 'save', liveRow({ _id: 'w1', name }))
  return until(() => browser.events.at(-1) === `w1 ${name}`, 3000)
}
/** Advances the time, and the gateway checks its connection. */
const pass = (ms: number) => {
  clock.pass(ms)
  vi.advanceTimersByTime(250)
}
/** Advances the time until the condition holds; five milliseconds count as 40. */
const passing = (isSo: () => boolean) =>
  until(() => {
    pass(40)
    return isSo()
  }, 8000)

test.each([
  ['half open', () => trial.pusher.deaf(true), () => trial.pusher.deaf(false)],
  ['disconnected', () => trial.pusher.reset(), () => {}],
  [
    'temporarily unavailable',
    () => ((trial.pusher.connectionFault = 'refuse'), trial.pusher.reset()),
    () => {},
  ],
  [
    'silent during the handshake',
    () => ((trial.pusher.connectionFault = 'hang'), trial.pusher.reset()),
    () => {},
  ],
  ['closed with 4200 (reconnect at once)', () => trial.pusher.drop(4200), () => {}],
  ['closed with 4100 (reconnect later)', () => trial.pusher.drop(4100), () => {}],
  [
    'refused with 4200 at every attempt',
    () => ((trial.pusher.connectionFault = 4200), trial.pusher.drop(4200)),
    () => {},
  ],
  [
    'closed after an invalid frame',
    () => trial.pusher.sendRaw(Buffer.from([0xff, 0xff, 0x00, 0x01])),
    () => {},
  ],
])('a connection that is %s is replaced, one at a time', async (fault, begin, end) => {
  const { pusher } = trial
  begin()
  expect(await passing(() => browser.state() === 'reconnecting' || browser.resyncs > 1)).toBe(true)
  end()
  pusher.connectionFault = 'open'
  expect(await passing(() => browser.resyncs > 1 && browser.state() === 'live')).toBe(true)
  expect(await flows()).toBe(true)
  // The service notices a half-open connection late and loses what it sends there.
  if (fault !== 'half open') expect(pusher.mostAtOnce()).toBe(1)
  expect(await until(() => pusher.connections() === 1, 5000)).toBe(true)
  expect(new Set(browser.events).size).toBe(browser.events.length)
  const metrics = await trial.metrics()
  expect(metrics.get('gateway_realtime_connections_total')).toBe(2)
  expect(metrics.get('gateway_realtime_up')).toBe(1)
  evidence({
    check: 30,
    figures: { fault, 'connections at once': 1, 'events delivered again': 'yes' },
    breaks: 'the watchdog does not intervene, and the library waits a minute or connects 600 times a second',
  })
})

test('a service that repeats "reconnect at once" is not called without a pause', async () => {
  const { pusher } = trial
  pusher.connectionFault = 4200
  pusher.attempts.length = 0
  pusher.drop(4200)
  expect(await passing(() => browser.state() === 'reconnecting')).toBe(true)
  const before = pusher.attempts.length
  expect(before).toBeLessThan(3)
  for (let attempt = 1; attempt <= 3; attempt++) {
    // The longest delay with its jitter.
    pass(6500)
    expect(await until(() => pusher.attempts.length === before + attempt, 5000)).toBe(true)
  }
})

test.each([4004, 4009])('after %i, which a retry does not change, it retries once a minute', async (code) => {
  const { pusher } = trial
  pusher.connectionFault = code
  pusher.attempts.length = 0
  pusher.drop(code)
  expect(await passing(() => browser.state() === 'reconnecting')).toBe(true)
  for (let second = 0; second < 55; second++) {
    pass(1000)
    // A forbidden attempt would have reached the service by then.
    if (second % 5 === 0) await trial.send('', 'GET', '/healthz')
  }
  const metrics = await trial.metrics()
  expect(metrics.get('gateway_realtime_up')).toBe(0)
  expect(metrics.get('gateway_realtime_errors_total')).toBeGreaterThanOrEqual(1)
  expect(pusher.attempts).toHaveLength(0)
  pusher.connectionFault = 'open'
  pass(6000)
  expect(await until(() => browser.state() === 'live', 8000)).toBe(true)
  expect(await flows()).toBe(true)
  evidence({
    check: 30,
    figures: { 'closed with': code, 'attempts within the next 55 s': 0, 'live after s': 61 },
    breaks: 'every close code is treated as temporary',
  })
})

test('a refused channel is stale, retried, and works when it is granted', async () => {
  const { pusher } = trial
  pusher.refusedSubscriptions = 401
  pusher.drop(4200)
  expect(await passing(() => browser.state() === 'reconnecting')).toBe(true)
  await until(() => pusher.connections() === 1, 8000)
  pusher.refusedSubscriptions = null
  expect(await until(() => browser.state() === 'live', 8000)).toBe(true)
  expect(await flows()).toBe(true)
  expect((await trial.metrics()).get('gateway_realtime_refused_channels_total')).toBeGreaterThanOrEqual(1)
  evidence({
    check: 30,
    figures: { fault: 'authorisation refused after the reconnect', 'events delivered again': 'yes' },
    breaks: 'a refused channel is only logged',
  })
})

test('text that is not a message of the protocol stops nothing', async () => {
  for (const text of ['', 'no json', '{}', '[1]', '{"event":7}', 'null', '{"event":"status","channel":"x"}'])
    trial.pusher.sendRaw(text)
  expect(await flows()).toBe(true)
  expect(trial.pusher.attempts).toHaveLength(1)
})
