import { sql, type Kysely } from 'kysely'
import { scheduleFaults, scheduleMessages, skipTexts } from '#shared/domains/schedules/messages.ts'
import type { Database } from '../db/database.ts'

/**
 * Writes what came of the rows of backfills that are under way: each is an occurrence, and done when its run has started. It
 * only reads what is stored, so a process that ends before it has written leaves it to the next one. Several processes may
 * do it at once: the update looks again at each row that it has waited for.
 */
export async function settleBackfills(db: Kysely<Database>, now: number): Promise<void> {
  await sql`
    with settled as (
      update receipt_rows r set ok = c.ok, status_code = case when c.ok then null when c.gone then 404 else 409 end,
        error = case when c.ok then null when c.gone then ${scheduleFaults.deleted}
          when c.reason = 'refused' then ${scheduleMessages.refused('')} || coalesce(c.detail, '')
          else ${skipTexts.overlap} end
      from (
        select r.receipt_id, r.position, o.id is null as gone, o.state = 'started' is true as ok, o.reason, o.detail
        from receipts b join receipt_rows r on r.receipt_id = b.id left join schedule_occurrences o on o.id = r.entity_id
        where b.action = 'backfill-schedule' and b.ended is null and r.ok is null and o.state is distinct from 'waiting'
      ) as c
      where r.receipt_id = c.receipt_id and r.position = c.position and r.ok is null
      returning r.receipt_id, r.ok),
    counted as (
      select receipt_id, count(*) filter (where ok) as done, count(*) filter (where not ok) as failed
      from settled group by receipt_id)
    update receipts b set done = b.done + c.done, failed = b.failed + c.failed, worked = now(),
      ended = case when b.done + b.failed + c.done + c.failed = b.total then ${new Date(now)}::timestamptz end
    from counted c where b.id = c.receipt_id`.execute(db)
}
