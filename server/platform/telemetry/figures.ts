import { sql, type Kysely } from 'kysely'
import { POLLED_MS } from '#shared/domains/queues/verdict.ts'
import type { Database } from '../db/database.ts'

/** Queues with labels of their own; all others are one, so that accounts cannot create labels without end. */
const MOST_QUEUES = 100
const HOUR_MS = 3_600_000

export interface MeasuredQueue {
  type: string
  alias: string
  waiting: number
  oldestMs: number
  pollers: number
}

/** What the database has now, of all accounts. */
export interface Figures {
  queues: MeasuredQueue[]
  paused: number
  limited: number
  /** Times of schedules that were skipped within the last hour. */
  skipped: { reason: string; count: number }[]
  missed: number
  deliveries: number
  oldestDeliveryMs: number
}

/** The queues of workers with what waits in them or polls them; a type has the same label in all accounts. */
async function readQueues(db: Kysely<Database>, now: number): Promise<MeasuredQueue[]> {
  const { rows } = await sql<{
    type: string
    alias: string
    waiting: number
    oldest: Date | null
    pollers: number
  }>`
    with waiting as (select queue, count(*) as count, min(queued) as oldest from waiting_tasks group by queue),
      known as (
        select w.account_id, w.type, a.name as alias from workers w join worker_aliases a on a.worker_id = w.id
        union select account_id, type, alias from queue_pollers),
      polled as (
        select account_id, type, alias, count(*) as count from queue_pollers
        where last_seen > ${new Date(now - POLLED_MS)} group by account_id, type, alias),
      each as (
        select coalesce(known.type, 'other') as type, coalesce(known.alias, 'other') as alias,
          coalesce(waiting.count, 0) as waiting, waiting.oldest, coalesce(polled.count, 0) as pollers
        from known full join waiting on waiting.queue = queue_key(known.account_id, known.type, known.alias)
          left join polled using (account_id, type, alias)),
      summed as (
        select type, alias, sum(waiting) as waiting, min(oldest) as oldest, sum(pollers) as pollers
        from each group by type, alias having sum(waiting) + sum(pollers) > 0),
      placed as (
        select *, row_number() over (order by waiting desc, pollers desc, type, alias) <= ${MOST_QUEUES} as own
        from summed)
    select case when own then type else 'other' end as type, case when own then alias else 'other' end as alias,
      sum(waiting)::int as waiting, min(oldest) as oldest, sum(pollers)::int as pollers
    from placed group by 1, 2`.execute(db)
  return rows.map(({ oldest, ...row }) => ({
    ...row,
    oldestMs: oldest === null ? 0 : Math.max(0, now - oldest.getTime()),
  }))
}

interface Totals extends Pick<Figures, 'paused' | 'limited' | 'missed' | 'deliveries'> {
  oldestDelivery: Date | null
}

export async function readMeasured(db: Kysely<Database>, now: number): Promise<Figures> {
  const [queues, totals, skipped] = await Promise.all([
    readQueues(db, now),
    sql<Totals>`
      select (select count(*)::int from queue_controls where paused_at is not null) as paused,
        (select count(*)::int from queue_controls where running_limit is not null) as limited,
        (select coalesce(sum(missed_count), 0)::int from schedules) as missed,
        (select count(*)::int from alert_deliveries where next_try is not null) as deliveries,
        (select min(created) from alert_deliveries where next_try is not null) as "oldestDelivery"`.execute(
      db,
    ),
    sql<Figures['skipped'][number]>`
      select reason, count(*)::int as count from schedule_occurrences
      where decided > ${new Date(now - HOUR_MS)} and state = 'skipped' and reason is not null
      group by reason`.execute(db),
  ])
  const { oldestDelivery, ...rest } = totals.rows[0]!
  const oldestDeliveryMs = oldestDelivery === null ? 0 : Math.max(0, now - oldestDelivery.getTime())
  return { queues, ...rest, oldestDeliveryMs, skipped: skipped.rows }
}
