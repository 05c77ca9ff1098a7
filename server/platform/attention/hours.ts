import { sql, type Kysely } from 'kysely'
import { hourOf } from '#server/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { BUCKETS, quantileOf } from '../queues/wait-buckets.ts'
import type { AttentionTrx } from './items.ts'
import { readWaitingQueues } from './waiting-queues.ts'

const HOUR_MS = 3_600_000

/** How long the figures of hours are kept: four weeks, and the current day. */
export const HOURS_KEPT_MS = 29 * 24 * HOUR_MS

/** How long 19 of 20 tasks waited that were handed out in these hours; by account and hour. */
interface WaitRow {
  accountId: string
  hour: Date
  p95Ms: number | null
  /** How many have waited how long. */
  buckets: readonly number[]
}

/** The waits of an account, or of an app of it, or of all accounts, in each hour since a moment. */
export async function readHourlyWaits(
  db: Kysely<Database>,
  { accountId, appId }: { accountId?: string | undefined; appId?: string | undefined },
  { from, now }: { from: number; now: number },
): Promise<WaitRow[]> {
  const { rows } = await sql<{ accountId: string; hour: Date; buckets: number[] }>`
    select account_id as "accountId", hour, array_agg(count order by place) as buckets from (
      select account_id, hour, place, sum(coalesce(buckets[place], 0))::int as count
      from queue_waits, generate_series(1, ${sql.lit(BUCKETS)}) as place
      where hour >= ${new Date(from)} and hour <= ${new Date(now)}
        and ${accountId === undefined ? sql`true` : sql`account_id = ${accountId}`}
        and ${appId === undefined ? sql`true` : sql`app_id = ${appId}`}
      group by account_id, hour, place
    ) as summed
    group by account_id, hour order by hour`.execute(db)
  return rows.map((row) => ({ ...row, p95Ms: quantileOf(row.buckets, 0.95) }))
}

/** Stores the figures of this hour of every account; the failures also of the hour before, which may have just ended. */
export async function storeHours(trx: AttentionTrx, now: number): Promise<[]> {
  const [hour, before] = [hourOf(now), hourOf(now) - HOUR_MS]
  const waits = await readHourlyWaits(trx, {}, { from: hour, now })
  const oldest = new Map<string, number>()
  for (const { accountId, oldest: at } of await readWaitingQueues(trx))
    oldest.set(accountId, Math.max(oldest.get(accountId) ?? 0, now - at.getTime()))
  const known = {
    waits: new Map(waits.map(({ accountId, p95Ms }) => [accountId, p95Ms])),
    oldest,
  }
  const { rows } = await sql<{ account_id: string; running: number; failed: number; failed_before: number }>`
    select a.id as account_id, running.count as running, failed.count as failed, failed.before as failed_before
    from accounts a,
      lateral (select count(*)::int from workqueues w where w.account_id = a.id and w.ended is null) as running,
      lateral (
        select count(*) filter (where ended >= ${new Date(hour)})::int as count,
          count(*) filter (where ended < ${new Date(hour)})::int as before
        from workqueues w where w.account_id = a.id and w.ended >= ${new Date(before)} and w.status = 'failed'
      ) as failed`.execute(trx)
  const stored = rows.map(({ account_id, running, failed }) => ({
    account_id,
    hour: new Date(hour),
    running,
    failed,
    oldest_queued_ms: known.oldest.get(account_id) ?? null,
    wait_p95_ms: known.waits.get(account_id) ?? null,
  }))
  await sql`
    insert into attention_hours (account_id, hour, running, failed, oldest_queued_ms, wait_p95_ms)
    select * from json_to_recordset(${JSON.stringify(stored)}::json) as c(account_id text, hour timestamptz,
      running integer, failed integer, oldest_queued_ms double precision, wait_p95_ms double precision)
    where exists (select from accounts where accounts.id = c.account_id)
    on conflict (account_id, hour) do update set running = excluded.running, failed = excluded.failed,
      oldest_queued_ms = excluded.oldest_queued_ms, wait_p95_ms = excluded.wait_p95_ms`.execute(trx)
  await sql`
    update attention_hours h set failed = c.failed_before
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(account_id text, failed_before integer)
    where h.account_id = c.account_id and h.hour = ${new Date(before)} and h.failed <> c.failed_before`.execute(
    trx,
  )
  return []
}
