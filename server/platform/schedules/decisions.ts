import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { newId } from '#server/lib/ids.ts'
import type { Database } from '../db/database.ts'
import type { ScheduleTable } from '../db/tables/schedules.ts'
import { decide, type Decision, type Timing } from './decide.ts'

/** Schedules whose times one transaction decides. */
const TAKEN = 500

export type StoredSchedule = Selectable<ScheduleTable>

/** What decides about the times of a stored schedule. */
export const timingOf = (row: StoredSchedule): Timing => ({
  id: row.id,
  cron: row.cron,
  timeZone: row.time_zone,
  startAt: row.start_at?.getTime() ?? null,
  endAt: row.end_at?.getTime() ?? null,
  catchUp: row.catch_up,
  catchUpWindow: row.catch_up_window * 1000,
  jitterMs: row.jitter_ms,
  isPaused: row.paused_at !== null,
})

/** Decides about the times of schedules that have come; resolves with whether more may have. */
export async function takeDueSchedules(db: Kysely<Database>, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('schedules')
      .selectAll()
      .where('next_at', '<=', new Date(now))
      .orderBy('next_at')
      .limit(TAKEN)
      .forUpdate()
      .skipLocked()
      .execute()
    const decided = await decideTimes(trx, rows, now)
    return rows.length === TAKEN || decided.some((row) => isDue(row, now))
  })
}

/**
 * Decides about all times of a locked schedule that have come. A change of a schedule calls it before, so that they are
 * decided by what held until then.
 */
export async function decideUntil(
  trx: Transaction<Database>,
  row: StoredSchedule,
  now: number,
): Promise<void> {
  let [next] = await decideTimes(trx, [row], now)
  while (next && isDue(next, now)) [next] = await decideTimes(trx, [next], now)
}

const isDue = ({ next_at }: StoredSchedule, now: number) => next_at !== null && next_at.getTime() <= now

/** Stores what becomes of times of locked schedules that have come; resolves with those that had some, as they are now. */
async function decideTimes(
  trx: Transaction<Database>,
  rows: readonly StoredSchedule[],
  now: number,
): Promise<StoredSchedule[]> {
  const due = rows.filter((row) => isDue(row, now))
  if (due.length === 0) return []
  const decisions = due.map((row) => decide(timingOf(row), row.next_at!.getTime(), now))
  const decided = due.map((row, index) => ({ ...row, ...columnsOf(row, decisions[index]!) }))
  const occurrences = due.flatMap((row, index) =>
    decisions[index]!.times.map((time) => occurrenceOf(row, time, now)),
  )
  await sql`
    insert into schedule_occurrences (id, account_id, app_id, schedule_id, at, source, state, reason, instead, due, decided)
    select id, account_id, app_id, schedule_id, at, 'clock', state, reason, instead, due, decided
    from json_to_recordset(${JSON.stringify(occurrences)}::json) as c(id text, account_id text, app_id text,
      schedule_id text, at timestamptz, state text, reason text, instead timestamptz, due timestamptz, decided timestamptz)
    on conflict (schedule_id, at) do nothing`.execute(trx)
  await sql`
    update schedules s set next_at = c.next_at, missed_count = c.missed_count, missed_from = c.missed_from,
      missed_to = c.missed_to, missed_instead = c.missed_instead
    from json_to_recordset(${JSON.stringify(decided)}::json)
      as c(id text, next_at timestamptz, missed_count integer, missed_from timestamptz, missed_to timestamptz,
        missed_instead timestamptz)
    where s.id = c.id`.execute(trx)
  return decided
}

function occurrenceOf(
  row: StoredSchedule,
  { at, due, reason, instead }: Decision['times'][number],
  now: number,
) {
  return {
    id: newId(now),
    account_id: row.account_id,
    app_id: row.app_id,
    schedule_id: row.id,
    at: new Date(at),
    state: reason === null ? 'waiting' : 'skipped',
    reason,
    instead: dateOrNull(instead),
    due: new Date(due ?? at),
    decided: reason === null ? null : new Date(now),
  }
}

/** Times that were missed add up until one is started on time. */
function columnsOf(
  row: StoredSchedule,
  { nextAt, missed, times, isOnTime }: Decision,
): Partial<StoredSchedule> {
  const next_at = dateOrNull(nextAt)
  if (missed.length === 0)
    return isOnTime
      ? { next_at, missed_count: 0, missed_from: null, missed_to: null, missed_instead: null }
      : { next_at }
  const started = times.findLast(({ reason }) => reason === null)
  return {
    next_at,
    missed_count: row.missed_count + missed.length,
    missed_from: row.missed_from ?? dateOrNull(missed[0]!),
    missed_to: dateOrNull(missed.at(-1)!),
    missed_instead: started ? new Date(started.at) : null,
  }
}

const dateOrNull = (at: number | null) => (at === null ? null : new Date(at))
