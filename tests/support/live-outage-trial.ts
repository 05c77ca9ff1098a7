import { workqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import { openBrowser, type LiveBrowser } from './live-browser.ts'
import { liveRow } from './live-platform.ts'
import type { LiveTrial } from './live-trial.ts'
import { paced, until } from './pace.ts'
import { seededRandom } from './random.ts'

export interface OutageOutcome {
  changes: number
  /** Browsers that reported the outage, and the time of the slowest, in milliseconds. */
  toldStale: number
  slowestStaleMs: number
  /**
   * Browsers whose rows equal the platform's, and the time of the slowest after the service's return, in
   * milliseconds.
   */
  equal: number
  slowestEqualMs: number
}

export interface OutageSize {
  browsers: number
  rows: number
  changes: number
  seconds: number
}

/**
 * The realtime service is unavailable while rows change: no event is delivered, and afterwards all browsers
 * must show the changes.
 */
export async function outageTrial(trial: LiveTrial, size: OutageSize): Promise<OutageOutcome> {
  const { platform, pusher } = trial
  const random = seededRandom(29)
  const ids = Array.from({ length: size.rows }, (_, index) => `w${index}`)
  for (const _id of ids) platform.rows.set(_id, liveRow({ _id }))
  const browsers = await Promise.all(
    Array.from({ length: size.browsers }, async (_, index) =>
      openBrowser({ ...trial.socketOf(await trial.signIn(`operator${index}`)), appId: 'a1' }),
    ),
  )
  await until(() => browsers.every((browser) => showsAll(browser, trial)), 10_000)

  pusher.connectionFault = 'refuse'
  pusher.reset()
  const lost = performance.now()
  await paced(size.changes / size.seconds, size.seconds, () => {
    const _id = ids[Math.floor(random() * ids.length)] ?? ''
    const status = workqueueStatuses[Math.floor(random() * workqueueStatuses.length)]
    platform.rows.set(_id, liveRow({ _id, status, name: `${random()}` }))
  })
  const staleMs = browsers.flatMap(({ states }) => {
    const stale = states.find(({ state, at }) => state === 'reconnecting' && at > lost)
    return stale ? [stale.at - lost] : []
  })

  pusher.connectionFault = 'open'
  const back = performance.now()
  const equalMs = new Map<LiveBrowser, number>()
  await until(() => {
    for (const browser of browsers)
      if (!equalMs.has(browser) && browser.state() === 'live' && showsAll(browser, trial))
        equalMs.set(browser, performance.now() - back)
    return equalMs.size === browsers.length
  }, 15_000)
  for (const browser of browsers) browser.close()
  return {
    changes: size.changes,
    toldStale: staleMs.length,
    slowestStaleMs: Math.max(...staleMs),
    equal: equalMs.size,
    slowestEqualMs: Math.max(...equalMs.values()),
  }
}

function showsAll({ rows }: LiveBrowser, { platform }: LiveTrial): boolean {
  if (rows.size !== platform.rows.size) return false
  return [...platform.rows].every(([id, row]) => {
    const shown = rows.get(id)
    return shown?.name === row['name'] && shown?.status === row['status']
  })
}
