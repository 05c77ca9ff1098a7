import { sql, type Kysely } from 'kysely'
import { hourOf } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import type { FailureTrx, Grouped } from './batch.ts'

const HOUR_MS = 3_600_000
/** The hours of a trend. */
const TREND_HOURS = 24
const KEPT_HOURS = 48

interface Counted {
  group_id: string
  app_id: string
  hour: Date
  attempts: number
}

/** Counts the failed attempts of a batch by group, app and hour, and removes what no trend reads any more. */
export async function countHours(trx: FailureTrx, grouped: readonly Grouped[], now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - KEPT_HOURS * HOUR_MS)
  const counts = new Map<string, Counted>()
  for (const { group, failures } of grouped)
    for (const { event } of failures) {
      if (event.at < oldest) continue
      const hour = hourOf(event.at.getTime())
      const key = `${group.id} ${event.app_id} ${hour}`
      const known = counts.get(key)
      if (known) known.attempts++
      else {
        const { app_id } = event
        counts.set(key, { group_id: group.id, app_id, hour: new Date(hour), attempts: 1 })
      }
    }
  await sql`
    insert into failure_hours as known (group_id, app_id, hour, attempts)
    select group_id, app_id, hour, attempts from json_to_recordset(${JSON.stringify([...counts.values()])}::json) as c(
      group_id text, app_id text, hour timestamptz, attempts integer)
    on conflict (group_id, hour, app_id) do update set attempts = known.attempts + excluded.attempts`.execute(
    trx,
  )
  await sql`delete from failure_hours where hour < ${oldest}`.execute(trx)
}

/** Failed attempts in each of the last 24 hours, the current one last, by group. `appOnly`: only of that app. */
export async function trendsOf(
  db: Kysely<Database>,
  groupIds: readonly string[],
  now: Date,
  appOnly?: string,
): Promise<ReadonlyMap<string, number[]>> {
  const trends = new Map(groupIds.map((id) => [id, Array.from({ length: TREND_HOURS }, () => 0)]))
  if (groupIds.length === 0) return trends
  const first = hourOf(now.getTime()) - (TREND_HOURS - 1) * HOUR_MS
  const rows = await db
    .selectFrom('failure_hours')
    .select((eb) => ['group_id', 'hour', eb.fn.sum<string>('attempts').as('attempts')])
    .where('group_id', 'in', groupIds)
    .where('hour', '>=', new Date(first))
    .$if(appOnly !== undefined, (query) => query.where('app_id', '=', appOnly!))
    .groupBy(['group_id', 'hour'])
    .execute()
  for (const { group_id, hour, attempts } of rows) {
    const trend = trends.get(group_id)!
    // The clocks of platforms differ: an attempt of the next hour belongs to the current one.
    const place = Math.min(TREND_HOURS - 1, (hour.getTime() - first) / HOUR_MS)
    trend[place] = trend[place]! + Number(attempts)
  }
  return trends
}
