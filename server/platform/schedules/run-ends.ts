import { sql, type Kysely, type Transaction } from 'kysely'
import { scheduleMessages } from '#shared/domains/schedules/messages.ts'
import type { Database } from '../db/database.ts'
import { unblock } from './waiting.ts'

/** Ends of runs that one transaction takes. */
const ENDS_TAKEN = 500

interface RunEnd {
  scheduleId: string
  status: 'completed' | 'failed' | 'cancelled'
  isBackfill: boolean
}

/**
 * Applies the ends of runs of schedules, as the database has noted them: counts failures in a row, pauses the schedules that
 * have too many, and lets what waited start. Resolves with whether more may wait.
 */
export async function takeScheduledEnds(db: Kysely<Database>, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<RunEnd>`
      with taken as (
        delete from schedule_run_ends where id = any(array(
          select id from schedule_run_ends order by id limit ${ENDS_TAKEN} for update skip locked))
        returning *)
      select t.schedule_id as "scheduleId", t.status, coalesce(o.source = 'backfill', false) as "isBackfill"
      from taken t left join schedule_occurrences o on o.id = t.run_id order by t.id`.execute(trx)
    if (rows.length === 0) return false
    await countFailures(
      trx,
      rows.filter(({ isBackfill }) => !isBackfill),
      now,
    )
    await unblock(trx, [...new Set(rows.map(({ scheduleId }) => scheduleId))])
    return rows.length === ENDS_TAKEN
  })
}

async function countFailures(
  trx: Transaction<Database>,
  ends: readonly RunEnd[],
  now: number,
): Promise<void> {
  const schedules = await trx
    .selectFrom('schedules')
    .select(['id', 'failures', 'pause_after_failures', 'paused_at'])
    .where('id', 'in', ['', ...new Set(ends.map(({ scheduleId }) => scheduleId))])
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const { id, failures: before, pause_after_failures: most, paused_at: paused } of schedules) {
    const own = ends.filter(({ scheduleId }) => scheduleId === id)
    const { failures, reached } = failuresAfter(before, most, own)
    await trx
      .updateTable('schedules')
      .set((column) => ({
        failures,
        ...(paused === null &&
          reached !== null && {
            paused_at: new Date(now),
            paused_by: null,
            pause_reason: scheduleMessages.pausedItself(reached),
            turn: column('turn', '+', 1),
          }),
      }))
      .where('id', '=', id)
      .execute()
  }
}

/**
 * Failed runs in a row after these ends, and how many they were when one of them first reached the most, which a later
 * end does not take back. A run that was cancelled counts neither way.
 */
function failuresAfter(before: number, most: number | null, ends: readonly RunEnd[]) {
  let failures = before
  let reached: number | null = null
  for (const { status } of ends) {
    if (status === 'completed') failures = 0
    if (status !== 'failed') continue
    failures++
    if (most !== null && failures >= most) reached ??= failures
  }
  return { failures, reached }
}
