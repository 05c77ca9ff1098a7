import { setTimeout as wait } from 'node:timers/promises'
import { openBrowser } from './live-browser.ts'
import { liveRow } from './live-platform.ts'
import { percentile } from './counting-client.ts'
import type { LiveTrial } from './live-trial.ts'
import { until } from './pace.ts'

export interface HerdOutcome {
  browsers: number
  /**
   * Browsers that are live and have read the list again, and the time of the slowest from the gateway's
   * start, in milliseconds.
   */
  back: number
  slowestMs: number
  /** Calls to the platform after the gateway's start. */
  calls: number
  /**
   * How long the browsers waited before their first attempt: the 5th and the 95th percentile, in
   * milliseconds.
   */
  firstWaitsMs: [number, number]
  /** The event loop delay of the gateway, 99th percentile, in milliseconds. */
  loopP99Ms: number
}

export interface HerdSize {
  browsers: number
  /** How long the gateway is stopped, in milliseconds. */
  awayMs: number
}

/** Browsers of as many users lose their gateway at the same time and reconnect to the next one. */
export async function herdTrial(trial: LiveTrial, size: HerdSize): Promise<HerdOutcome> {
  for (let row = 0; row < 10; row++) trial.platform.rows.set(`w${row}`, liveRow({ _id: `w${row}` }))
  const browsers = await Promise.all(
    Array.from({ length: size.browsers }, async (_, index) =>
      openBrowser({ ...trial.socketOf(await trial.signIn(`user${index}`)), appId: 'a1' }),
    ),
  )
  await until(() => browsers.every(({ reads }) => reads.length > 0), 60_000)
  for (const browser of browsers) browser.tries.length = browser.reads.length = 0

  await trial.stop()
  await wait(size.awayMs)
  trial.platform.calls.length = 0
  await trial.start()
  const started = performance.now()
  const isBack = (browser: (typeof browsers)[number]) =>
    browser.state() === 'live' && browser.reads.length > 0
  await until(() => browsers.every(isBack), 30_000)
  const back = browsers.filter(isBack)
  const metrics = await trial.metrics()
  // A browser that reads twice would do it now.
  await wait(1000)
  const waits = browsers.map(({ tries, states }) => {
    const lost = states.find(({ state }) => state === 'reconnecting')
    return (tries[0] ?? NaN) - (lost?.at ?? NaN)
  })
  const outcome = {
    browsers: browsers.length,
    back: back.length,
    slowestMs: Math.max(...back.map(({ reads }) => (reads[0] ?? NaN) - started)),
    calls: trial.platform.calls.length,
    firstWaitsMs: [percentile(waits, 0.05), percentile(waits, 0.95)] satisfies [number, number],
    loopP99Ms: 1000 * (metrics.get('nodejs_eventloop_lag_p99_seconds') ?? NaN),
  }
  for (const browser of browsers) browser.close()
  return outcome
}
