import { sql, type Kysely } from 'kysely'
import type {
  CatchUp,
  OccurrenceSource,
  OverlapPolicy,
  SkipReason,
} from '#shared/domains/schedules/constants.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Database } from '../db/database.ts'

/** Occurrences that one process takes at once, one of each schedule. */
const TAKEN_AT_ONCE = 200
/** How long a process has to start what it took, in milliseconds: after that another one tries. */
const LEASE_MS = 2000

/** An occurrence whose time to start has come, with its schedule as it is now. */
export interface DueOccurrence {
  id: string
  accountId: string
  appId: string
  scheduleId: string
  at: Date
  source: OccurrenceSource
  receiptId: string | null
  concurrency: number | null
  planId: string
  initialState: JsonObject | null
  priority: number
  overlap: OverlapPolicy
  catchUp: CatchUp
  /** Seconds. */
  catchUpWindow: number
  jitterMs: number
  isPaused: boolean
  turn: number
  /** Runs that go on: those of the same backfill, or those that the clock and triggers have started, oldest first. */
  live: string[]
  /** Earlier occurrences of the same kind that wait. */
  before: number
}

/** The runs of a schedule that go on, without those of backfills. */
const liveRuns = sql`(
  select coalesce(array_agg(w.id order by w.created), '{}') from workqueues w
    left join schedule_occurrences r on r.id = w.id
  where w.schedule_id = o.schedule_id and w.status in ('notstarted', 'started')
    and r.receipt_id is not distinct from o.receipt_id)`

/**
 * Takes the oldest occurrence of each schedule that may start, for a short time. Processes that try at the same moment get
 * different ones.
 */
export async function takeDueOccurrences(db: Kysely<Database>, now: number): Promise<DueOccurrence[]> {
  const { rows } = await sql<DueOccurrence>`
    with chosen as (
      select o.id from schedule_occurrences o
      where o.state = 'waiting' and not o.blocked and o.due <= ${new Date(now)} and not exists (
        select from schedule_occurrences e
        where e.schedule_id = o.schedule_id and e.state = 'waiting' and not e.blocked and e.due <= ${new Date(now)}
          and (e.at, e.id) < (o.at, o.id))
      order by o.due limit ${TAKEN_AT_ONCE} for update skip locked),
    taken as (
      update schedule_occurrences set due = ${new Date(now + LEASE_MS)} where id in (select id from chosen) returning *)
    select o.id, o.account_id as "accountId", o.app_id as "appId", o.schedule_id as "scheduleId", o.at, o.source,
      o.receipt_id as "receiptId", o.concurrency, s.plan_id as "planId", s.initial_state as "initialState", s.priority, s.overlap,
      s.catch_up as "catchUp", s.catch_up_window as "catchUpWindow", s.jitter_ms as "jitterMs",
      s.paused_at is not null as "isPaused", s.turn, ${liveRuns} as live, (
        select count(*)::int from schedule_occurrences e
        where e.schedule_id = o.schedule_id and e.state = 'waiting' and e.at < o.at
          and e.receipt_id is not distinct from o.receipt_id) as before
    from taken o join schedules s on s.id = o.schedule_id order by o.at`.execute(db)
  return rows
}

/** It may start at once: something else of its schedule was decided first. */
export async function giveBack(db: Kysely<Database>, id: string, now: number): Promise<void> {
  await sql`
    update schedule_occurrences set due = ${new Date(now)} where id = ${id} and state = 'waiting'`.execute(db)
}

/** Why an occurrence is not started. */
export interface Skipped {
  reason: SkipReason
  detail?: string
}

/** It is not started. A time that was missed this way counts like those that no platform was there for. */
export async function skipOccurrence(
  db: Kysely<Database>,
  { id, scheduleId, at }: Pick<DueOccurrence, 'id' | 'scheduleId' | 'at'>,
  { reason, detail }: Skipped,
  now: number,
): Promise<void> {
  await sql`
    with skipped as (
      update schedule_occurrences set state = 'skipped', reason = ${reason}, detail = ${detail ?? null},
        decided = ${new Date(now)}
      where id = ${id} and state = 'waiting' returning id)
    update schedules set missed_count = missed_count + 1, missed_from = coalesce(missed_from, ${at}), missed_to = ${at}
    where id = ${scheduleId} and ${reason} = 'window' and exists (select from skipped)`.execute(db)
}

/** What waits for its runs to end, unless one has ended since: then it is looked at again. */
export async function block(
  db: Kysely<Database>,
  { id, receiptId, live }: Pick<DueOccurrence, 'id' | 'receiptId' | 'live'>,
): Promise<void> {
  await sql`
    update schedule_occurrences set blocked = true
    where state = 'waiting' and ${receiptId === null ? sql`id = ${id}` : sql`receipt_id = ${receiptId}`}
      and (select count(*) from workqueues w where w.id = any(${live}::text[])
        and w.status in ('notstarted', 'started')) = ${live.length}`.execute(db)
}

/**
 * Lets the oldest occurrence that waits be looked at again, of each of these schedules and backfills that has one and not
 * another that is not blocked. Without schedules: of all that have no run that goes on.
 */
export async function unblock(db: Kysely<Database>, scheduleIds: readonly string[] | null): Promise<void> {
  await sql`
    update schedule_occurrences set blocked = false where id in (
      select distinct on (o.schedule_id, o.receipt_id) o.id from schedule_occurrences o
      where o.state = 'waiting' and o.blocked
        and ${
          scheduleIds === null
            ? sql`cardinality(${liveRuns}) < coalesce(o.concurrency, 1)`
            : sql`o.schedule_id = any(${scheduleIds}::text[])`
        }
      order by o.schedule_id, o.receipt_id, o.at)`.execute(db)
}
