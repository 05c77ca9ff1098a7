import { sql, type Kysely } from 'kysely'
import type { AttentionFigure, AttentionFigures } from '#shared/domains/attention/contract.ts'
import { usualOf } from '#shared/domains/attention/usual.ts'
import type { AppStats } from '#shared/domains/workqueues/stats-contract.ts'
import { hourOf } from '#server/lib/clock.ts'
import { HOURS_KEPT_MS, readHourlyWaits } from '#server/platform/attention/hours.ts'
import { readOldestQueued } from '#server/platform/attention/waiting-queues.ts'
import type { Database } from '#server/platform/db/database.ts'
import { readCounted } from '#server/platform/db/totals.ts'
import { BUCKETS, quantileOf } from '#server/platform/queues/wait-buckets.ts'
import { readRestartedFailures } from './restarted-failures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SHOWN_HOURS = 24
/** The beginning of the first of the last 24 hours; the current one counts as one. */
const shownFrom = (now: number): number => hourOf(now) - (SHOWN_HOURS - 1) * HOUR_MS

interface HourRow {
  hour: Date
  running: number
  failed: number
  oldest: number | null
  wait: number | null
}
type Measure = Exclude<keyof HourRow, 'hour'>

/** An account, or an app of it: of an app no history is kept besides its failures and waits. */
export interface FigureScope {
  accountId: string
  appId?: string | undefined
}

/** The four figures: now, with the last 24 hours, and what is usual at this hour. */
export async function readFigures(
  db: Kysely<Database>,
  { accountId, appId }: FigureScope,
  stats: readonly AppStats[],
  now: number,
): Promise<AttentionFigures> {
  const scope = { accountId, appId }
  const [failedBefore, restarted, oldest, waits, stored] = await Promise.all([
    readFailedBefore(db, scope, now),
    readRestartedFailures(db, scope, new Date(shownFrom(now) - DAY_MS)),
    readOldestQueued(db, accountId, appId),
    readHourlyWaits(db, scope, { from: shownFrom(now), now }),
    appId === undefined ? readHours(db, accountId, now) : [],
  ])
  const byHour = new Map(stored.map((row) => [row.hour.getTime(), row]))
  const waitOf = new Map(waits.map(({ hour, p95Ms }) => [hour.getTime(), p95Ms]))
  const failedOf = new Map<number, number>()
  for (const { hours } of stats)
    for (const { at, failed: count } of hours)
      failedOf.set(Date.parse(at), (failedOf.get(Date.parse(at)) ?? 0) + count)
  let restartedBefore = 0
  for (const [hour, count] of restarted)
    if (hour < shownFrom(now)) restartedBefore += count
    else failedOf.set(hour, (failedOf.get(hour) ?? 0) + count)
  const hours = (valueOf: (hour: number) => number | null): AttentionFigure['hours'] =>
    Array.from({ length: SHOWN_HOURS }, (_, index) => {
      const hour = shownFrom(now) + index * HOUR_MS
      return { at: new Date(Math.min(now, hour + HOUR_MS)).toISOString(), value: valueOf(hour) }
    })
  const known = (measure: Measure) => (hour: number) => byHour.get(hour)?.[measure] ?? null
  const usual = (measure: Measure) =>
    usualOf(
      stored.map((row) => ({ at: row.hour.getTime(), value: row[measure] })),
      hourOf(now),
    )
  const running = stats.reduce((sum, app) => sum + app.running, 0)
  const age = oldest === null ? null : Math.max(0, now - oldest.at.getTime())
  // With the hour before: the first waits of an hour would make it jump.
  const lately = waits.filter(({ hour }) => hour.getTime() >= hourOf(now) - HOUR_MS)
  const wait = rounded(quantileOf(sumOf(lately.map(({ buckets }) => buckets)), 0.95))
  return {
    running: { now: running, hours: withNow(hours(known('running')), running), usual: usual('running') },
    failed: {
      now: [...failedOf.values()].reduce((sum, count) => sum + count, 0),
      before: failedBefore + restartedBefore,
      hours: hours((hour) => failedOf.get(hour) ?? null),
      usual: usual('failed'),
    },
    oldestQueued: {
      now: age,
      hours: withNow(hours(known('oldest')), age),
      usual: usual('oldest'),
      type: oldest?.type ?? null,
      alias: oldest?.alias ?? null,
    },
    waitP95: {
      now: wait,
      hours: withNow(
        hours((hour) => rounded(waitOf.get(hour) ?? null)),
        wait,
      ),
      usual: usual('wait'),
    },
  }
}

/** The counts of the buckets of several hours together. */
const sumOf = (hours: readonly (readonly number[])[]): number[] =>
  Array.from({ length: BUCKETS }, (_, place) => hours.reduce((sum, counts) => sum + (counts[place] ?? 0), 0))

const rounded = (ms: number | null) => (ms === null ? null : Math.round(ms))

/** The current hour ends now. */
const withNow = (hours: AttentionFigure['hours'], value: number | null): AttentionFigure['hours'] =>
  hours.map((hour, index) => (index === hours.length - 1 ? { ...hour, value } : hour))

/** Runs that failed in the 24 hours before the shown ones. */
async function readFailedBefore(db: Kysely<Database>, { accountId, appId }: FigureScope, now: number) {
  const shown = shownFrom(now)
  const rows = await readCounted(
    db,
    sql<{ failed: number; count: number }>`
      select count(*) filter (where status = 'failed')::int as failed, count(*)::int as count from workqueues
      where account_id = ${accountId} and ended >= ${new Date(shown - DAY_MS)} and ended < ${new Date(shown)}
        and ${appId === undefined ? sql`true` : sql`app_id = ${appId}`}`.compile(db),
  )
  return rows[0]?.failed ?? 0
}

async function readHours(db: Kysely<Database>, accountId: string, now: number): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    select hour, running, failed, oldest_queued_ms as oldest, wait_p95_ms as wait from attention_hours
    where account_id = ${accountId} and hour > ${new Date(now - HOURS_KEPT_MS)} and hour <= ${new Date(now)}
    order by hour`.execute(db)
  return rows
}
