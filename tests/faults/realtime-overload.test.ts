import { afterEach, expect, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { herdTrial } from '../support/live-herd-trial.ts'
import { slowTrial } from '../support/live-slow-trial.ts'
import { stormTrial } from '../support/live-storm-trial.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { holdTimers } from '../support/pass-time.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'

/** Smaller than in `npm run bench -- faults`, where the gateway is a separate process. */

let trial: LiveTrial
afterEach(async () => {
  vi.useRealTimers()
  await trial.close()
})

test(
  'clients that stop reading do not affect others: they read again, or are disconnected',
  { timeout: 60_000 },
  async () => {
    holdTimers()
    const clock = createShiftingClock()
    trial = await startLiveTrial({ clock })
    const outcome = await slowTrial(trial, {
      clients: 10,
      paused: 4,
      perSecond: 400,
      seconds: 5,
      bytes: 8000,
      async outstay() {
        clock.pass(10_001)
        await vi.advanceTimersByTimeAsync(1000)
      },
    })
    expect(outcome).toMatchObject({
      published: 2400,
      healthyLost: 0,
      healthyDisordered: 0,
      overBound: 4,
      resynced: 2,
      closedWith: [4413, 4413],
    })
    evidence({
      check: 48,
      figures: {
        clients: 10,
        'of these paused': 4,
        'events of 8 kB': outcome.published,
        'over 1 MiB, dropped': 4,
        'read again': 2,
        'closed with 4413': 2,
        'lost by healthy ones': 0,
        'healthy p99 ms': Math.round(outcome.healthyP99Ms),
      },
      breaks: 'the writer has no limit, or a client that falls behind is not closed',
    })
  },
)

test(
  'the browsers of a restarted gateway reconnect spread out, with few calls',
  { timeout: 60_000 },
  async () => {
    trial = await startLiveTrial()
    const outcome = await herdTrial(trial, { browsers: 60, awayMs: 1500 })
    expect(outcome.back).toBe(60)
    // Two of each user; what the platform can do is asked once for the account.
    expect(outcome.calls).toBeLessThanOrEqual(120 + 2)
    // Half of the first delay, up to 400 ms, is random; without the randomness no browser would connect
    // before its end.
    const [early, late] = outcome.firstWaitsMs
    expect(early).toBeLessThan(390)
    evidence({
      check: 49,
      figures: {
        'browsers, each of another user': 60,
        reconnected: outcome.back,
        'calls to the platform': outcome.calls,
        'within ms': Math.round(outcome.slowestMs),
        'first delays from ms': Math.round(early),
        'to ms': Math.round(late),
      },
      breaks: 'delays before an attempt are not random, or a browser reads more than once',
    })
  },
)

test('a burst of events loses nothing and is counted exactly', { timeout: 60_000 }, async () => {
  trial = await startLiveTrial({ env: { GRAPHQL_OPERATIONS: 'any' } })
  const outcome = await stormTrial(trial, { browsers: 10, perSecond: 5000, seconds: 3 })
  expect(outcome).toMatchObject({
    published: 15_001,
    current: 10,
    lost: 0,
    disordered: 0,
    exactCounters: 50,
    counters: 50,
  })
  // The counters are published together, several times a second at most, not per event.
  expect(outcome.counterMessages).toBeLessThan(100)
  evidence({
    check: 60,
    figures: {
      'events in 3 s': outcome.published,
      browsers: 10,
      'lost or out of order': 0,
      'exact counters': 50,
      'messages of 7,501 counted events': outcome.counterMessages,
      'p99 ms': Math.round(outcome.p99Ms),
    },
    breaks: 'only the last event of an iteration of the event loop is kept, or the counters lose some',
  })
})
