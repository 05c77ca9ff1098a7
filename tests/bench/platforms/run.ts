import { cpus } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { createDatabase, createPool } from '../../../server/platform/db/database.ts'
import { migrate } from '../../../server/platform/db/migrate.ts'
import { createRetention, type Retention } from '../../../server/platform/db/retention.ts'
import { systemClock } from '../../../server/lib/clock.ts'
import { signIn } from '../../support/platform-process.ts'
import { setUpWorker } from '../../support/worker-setup.ts'
import { inFolder } from '../database.ts'
import { fill } from '../lists/fill.ts'
import type { Sizes } from '../sizes.ts'
import { rounds } from '../table.ts'
import { drive, type Drive, type Driven } from './drive.ts'
import { startBenchFleet } from './fleet.ts'
import { names, report, type Found } from './report.ts'

const TASKS = 20
const DAYS = 90
const log = pino({ level: 'warn' })

/**
 * Two platforms on one PostgreSQL compared with one, and with the removal of old rows at the same time. Needs a build.
 * Returns a section of Markdown.
 */
export async function benchPlatforms(sizes: Sizes): Promise<string> {
  const size = { rounds: 3, seconds: 4, oldRuns: 12_000, ...sizes }
  const all = `0-${cpus().length - 1}`
  // Without a second core all share the only one.
  const apart = { database: '0', platforms: cpus().length > 1 ? `1-${cpus().length - 1}` : '0' }
  return inFolder(async (folder) => {
    const fleet = await startBenchFleet(folder, (url) => fillOldRuns(url, size.oldRuns))
    const pool = createPool(fleet.databaseUrl, log)
    try {
      await fleet.resize(1)
      const worker = await setUpWorker(await signIn(fleet.platforms()[0]!.url), 'bench')
      const measure = async (platforms: number, cores: typeof apart, removes: boolean, more: object = {}) => {
        await fleet.resize(platforms)
        await fleet.pin(cores)
        const given: Drive = { seconds: size.seconds, tasks: TASKS, perSecond: null, ...more }
        const work = () => drive(fleet, worker, given)
        return removes ? whileRemoving(pool, work) : { ...(await work()), removed: 0 }
      }
      const anywhere = { database: all, platforms: all }
      await measure(2, anywhere, false)
      const third = (await measure(2, anywhere, false)).rate / TASKS / 3
      const subjects: Record<string, () => Promise<Found>> = {
        [names.onePinned]: () => measure(1, apart, false),
        [names.one]: () => measure(1, anywhere, false),
        [names.twoPinned]: () => measure(2, apart, false),
        [names.two]: () => measure(2, anywhere, false),
        [names.removing]: () => measure(2, anywhere, true),
        [names.quiet]: () => measure(2, anywhere, false, { perSecond: third }),
        [names.quietRemoving]: () => measure(2, anywhere, true, { perSecond: third }),
      }
      const results = await rounds(Object.keys(subjects), size.rounds, (name) => subjects[name]!())
      return report(results, size)
    } finally {
      await pool.end()
      await fleet.stop()
    }
  })
}

/** Runs that ended before the retention, stored before a platform reads them. Of an account without users. */
async function fillOldRuns(url: string, runs: number): Promise<void> {
  // Search, statistics and attention need no notes about them.
  const pool = createPool(`${url}&options=-c%20session_replication_role%3Dreplica`, log)
  try {
    await migrate(pool, log)
    await fill(pool, runs)
  } finally {
    await pool.end()
  }
}

/** The retention of the product, as one of the platforms does it each hour, until the work is done. */
async function whileRemoving(
  pool: ReturnType<typeof createPool>,
  work: () => Promise<Driven>,
): Promise<Found> {
  const retention = createRetention({ db: createDatabase(pool), clock: systemClock, log, days: DAYS })
  const from = performance.now()
  let seconds = Number.NaN
  const removing = removeWhenFree(retention).finally(() => (seconds = (performance.now() - from) / 1000))
  const driven = await work()
  await retention.stop()
  const removed = await removing
  return { ...driven, removed: removed['workqueues']! / seconds }
}

/** The platforms look for rows too, for a moment, but keep all of these (`RETENTION_DAYS`). */
async function removeWhenFree(retention: Retention): Promise<Record<string, number>> {
  for (;;) {
    const removed = await retention.run()
    if (removed) return removed
    await wait(20)
  }
}
