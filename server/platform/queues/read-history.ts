import { sql, type Kysely } from 'kysely'
import type { CountedMinute } from '#shared/domains/queues/flow.ts'
import type { Database } from '../db/database.ts'
import { allOf } from '../db/listing.ts'
import type { QueueScope } from './read-counts.ts'
import { BUCKETS, quantileOf } from './wait-buckets.ts'

const HOUR_MS = 3_600_000

const inScope = ({ accountId, type, alias }: QueueScope) =>
  allOf([
    sql<boolean>`account_id = ${accountId}`,
    type !== undefined && sql<boolean>`type = ${type}`,
    alias !== undefined && sql<boolean>`alias = ${alias}`,
  ])

/** The minutes of a queue in which something moved, and what is known of the last two hours. */
export interface HistoryRow {
  type: string
  alias: string
  since: Date
  lastOut: Date | null
  minutes: CountedMinute[]
}

/** What moved in the queues up to now, with the minutes from `from` on: the counts of all processes, added up. */
export async function readQueueHistory(
  db: Kysely<Database>,
  scope: QueueScope,
  { from, now }: { from: number; now: number },
): Promise<HistoryRow[]> {
  // Counts from before the clock was set back are later than now.
  const { rows } = await sql<HistoryRow>`
    select type, alias, min(since) as since, max(last_out) as "lastOut",
      coalesce(json_agg(json_build_object('at', extract(epoch from minute) * 1000, 'in', came, 'out', handed_out, 'gone', gone)
        order by minute) filter (where minute >= ${new Date(from)}), '[]') as minutes
    from (
      select type, alias, minute, sum(came)::int as came, sum(handed_out)::int as handed_out, sum(gone)::int as gone,
        min(first_move) as since, max(last_out) as last_out
      from queue_minutes
      where ${inScope(scope)} and minute <= ${new Date(now)} and minute > ${new Date(now - 2 * HOUR_MS)}
      group by type, alias, minute
    ) as counted
    group by type, alias`.execute(db)
  return rows
}

/** How long 19 of 20 tasks of each queue waited that were handed out in the hour of now and in the one before. */
export async function readWaits(
  db: Kysely<Database>,
  scope: QueueScope,
  now: number,
): Promise<{ type: string; alias: string; p95Ms: number | null }[]> {
  const { rows } = await sql<{ type: string; alias: string; buckets: number[] }>`
    select type, alias, array_agg(count order by place) as buckets from (
      select type, alias, place::int, sum(count)::int as count
      from (select * from queue_waits where ${inScope(scope)} and hour > ${new Date(now - 2 * HOUR_MS)}) as waits,
        lateral (
          select place, coalesce(buckets[place], 0) as count from generate_series(1, ${sql.lit(BUCKETS)}) as place
        ) as each
      group by type, alias, place
    ) as summed
    group by type, alias`.execute(db)
  return rows.map(({ buckets, ...queue }) => ({ ...queue, p95Ms: quantileOf(buckets, 0.95) }))
}

/** How the attempts of an alias ended in the last 24 hours. */
export interface OutcomeRow {
  alias: string
  ended: number
  failed: number
  lastEnded: Date | null
  lastFailed: Date | null
}

/** The outcomes of a type of tasks by alias. */
export async function readOutcomes(
  db: Kysely<Database>,
  accountId: string,
  type: string,
  now: number,
): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select alias, sum(ended)::int as ended, sum(failed)::int as failed, max(last_ended) as "lastEnded",
      max(last_failed) as "lastFailed"
    from attempt_outcomes
    where account_id = ${accountId} and type = ${type} and hour > ${new Date(now - 24 * HOUR_MS)}
    group by alias`.execute(db)
  return rows
}
