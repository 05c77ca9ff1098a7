import { sql, type Selectable } from 'kysely'
import type { OccurrenceState, OccurrenceSource, SkipReason } from '#shared/domains/schedules/constants.ts'
import { LAST_SHOWN, NEXT_SHOWN } from '#shared/domains/schedules/constants.ts'
import type { Schedule, ScheduleOccurrence, ScheduleSummary } from '#shared/domains/schedules/contract.ts'
import { scheduleMessages } from '#shared/domains/schedules/messages.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import type { ScheduleTable } from '#server/platform/db/tables/schedules.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'
import { cronText, nextTimes } from '#server/platform/schedules/calendar.ts'
import { skipText, instantText } from '#server/platform/schedules/texts.ts'

/** A schedule with what lists show beside its columns. */
export interface ListedSchedule extends Omit<Selectable<ScheduleTable>, 'initial_state'> {
  plan_name: string
  last: OccurrenceRow[]
  running: number
  waiting: number
}
export type ScheduleRow = ListedSchedule & Pick<Selectable<ScheduleTable>, 'initial_state'>

/** An occurrence with its run; times are texts where they come as JSON. */
export interface OccurrenceRow {
  id: string
  at: Date | string
  source: OccurrenceSource
  state: OccurrenceState
  reason: SkipReason | null
  detail: string | null
  instead: Date | string | null
  by: string | null
  decided: Date | string | null
  runStatus: WorkqueueStatus | null
  runStarted: Date | string | null
  runEnded: Date | string | null
}

const iso = (at: Date | string | number) => new Date(at).toISOString()
const isoOrNull = (at: Date | string | null) => (at === null ? null : iso(at))

export const occurrenceColumns = sql`
  o.id, o.at, o.source, o.state, o.reason, o.detail, o.instead, o.requested_by as by, o.decided,
  w.status as "runStatus", w.started as "runStarted", w.ended as "runEnded"`

/** The newest occurrences of a schedule. */
export const lastColumn = sql<OccurrenceRow[]>`(
  select coalesce(json_agg(l order by l.at desc), '[]') from (
    select ${occurrenceColumns} from schedule_occurrences o left join workqueues w on w.id = o.id
    where o.schedule_id = schedules.id order by o.at desc limit ${sql.lit(LAST_SHOWN)}) as l)`

export const runningColumn = sql<number>`(
  select count(*)::int from workqueues w
  where w.schedule_id = schedules.id and w.status in ('notstarted', 'started'))`

export const waitingColumn = sql<number>`(
  select count(*)::int from schedule_occurrences o where o.schedule_id = schedules.id and o.state = 'waiting')`

/** The wire form of an occurrence of a schedule with this zone. */
export const wireOccurrence = (row: OccurrenceRow, timeZone: string): ScheduleOccurrence => ({
  _id: row.id,
  at: iso(row.at),
  source: row.source,
  state: row.state,
  reason: row.reason,
  text: skipText({ ...row, instead: row.instead === null ? null : new Date(row.instead) }, timeZone),
  run: row.runStatus && {
    _id: row.id,
    status: row.runStatus,
    started: isoOrNull(row.runStarted),
    ended: isoOrNull(row.runEnded),
  },
  by: row.by,
  decided: isoOrNull(row.decided),
})

/** The wire form of a schedule in lists. */
export const wireListed = wireForm<ScheduleSummary>()((row: ListedSchedule) => ({
  _id: row.id,
  appId: row.app_id,
  planId: row.plan_id,
  name: row.name,
  plan: { _id: row.plan_id, name: row.plan_name },
  cron: row.cron,
  timeZone: row.time_zone,
  words: cronText(row.cron),
  inputs: row.inputs,
  overlap: row.overlap,
  catchUp: row.catch_up,
  catchUpWindow: row.catch_up_window,
  jitterMs: row.jitter_ms,
  startAt: isoOrNull(row.start_at),
  endAt: isoOrNull(row.end_at),
  pauseAfterFailures: row.pause_after_failures,
  priority: row.priority,
  state: stateOf(row),
  paused: row.paused_at && { by: row.paused_by, at: iso(row.paused_at), reason: row.pause_reason ?? '' },
  next: nextOf(row),
  last: row.last.map((occurrence) => wireOccurrence(occurrence, row.time_zone)),
  running: row.running,
  waiting: row.waiting,
  failures: row.failures,
  missed: missedOf(row),
  version: row.version,
  ...wireAuthored(row),
}))

export const wireSchedule = (row: ScheduleRow): Schedule => ({
  ...wireListed(row),
  initialState: row.initial_state,
})

const stateOf = ({ next_at, paused_at }: ListedSchedule) => {
  if (next_at === null) return 'ended'
  return paused_at === null ? 'active' : 'paused'
}

function nextOf({ cron, time_zone: timeZone, next_at, paused_at, end_at }: ListedSchedule): string[] {
  if (next_at === null || paused_at !== null) return []
  const last = end_at?.getTime() ?? Infinity
  return nextTimes({ cron, timeZone }, next_at.getTime() - 1, NEXT_SHOWN)
    .filter((at) => at <= last)
    .map(iso)
}

function missedOf(row: ListedSchedule): ScheduleSummary['missed'] {
  const { missed_count: count, missed_from: from, missed_to: to, missed_instead: instead } = row
  if (count === 0 || from === null || to === null) return null
  const reason = skipText({ reason: 'window', detail: null, instead }, row.time_zone)
  const when =
    count === 1
      ? instantText(to, row.time_zone)
      : `${instantText(from, row.time_zone)} to ${instantText(to, row.time_zone)}`
  return {
    count,
    from: from.toISOString(),
    to: to.toISOString(),
    instead: isoOrNull(instead),
    text: `${scheduleMessages.missed(count)} (${when}). ${reason}`,
  }
}
