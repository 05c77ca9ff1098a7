import { sql, type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { OccurrenceState } from '#shared/domains/schedules/constants.ts'
import { MAX_BACKFILL } from '#shared/domains/schedules/constants.ts'
import type { backfillBody, BackfillPreview } from '#shared/domains/schedules/contract.ts'
import { scheduleFaults } from '#shared/domains/schedules/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import { insertReceipt, type Chosen } from '#server/platform/bulk/store.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { timesBetween } from '#server/platform/schedules/calendar.ts'
import { instantText } from '#server/platform/schedules/texts.ts'
import type { ScheduleStore } from './store.ts'
import type { ScheduleRow } from './wire.ts'

type Span = z.output<typeof backfillBody>

/** A time of a span, and its occurrence. */
interface Instant {
  at: number
  id: string
  state: OccurrenceState | null
}

/** Starts the times of a span that have no run yet. */
export function createBackfill({
  db,
  store,
  clock,
}: {
  db: Kysely<Database>
  store: ScheduleStore
  clock: Clock
}) {
  async function instantsOf(
    on: Kysely<Database>,
    { id, ...row }: ScheduleRow,
    span: Span,
  ): Promise<Instant[]> {
    const times = timesOf(row, span, clock.now())
    const { rows } = await sql<{ id: string; at: Date; state: OccurrenceState }>`
      select id, at, state from schedule_occurrences
      where schedule_id = ${id} and at between ${new Date(span.from)} and ${new Date(span.to)}`.execute(on)
    const known = new Map(rows.map((occurrence) => [occurrence.at.getTime(), occurrence]))
    return times.map((at) => {
      const occurrence = known.get(at)
      return { at, id: occurrence?.id ?? newId(clock.now()), state: occurrence?.state ?? null }
    })
  }

  return {
    /** All times of the span, and those of them that have a run. */
    async preview(accountId: string, id: string, span: Span): Promise<BackfillPreview> {
      const row = await store.findRow(db, accountId, id)
      if (!row) throw notFound('schedules')
      const instants = await instantsOf(db, row, span)
      const iso = ({ at }: Instant) => new Date(at).toISOString()
      return {
        data: instants.map(iso),
        total: instants.length,
        started: instants.filter(({ state }) => state === 'started').map(iso),
      }
    },

    /**
     * Stores the times as occurrences that wait, and as the rows of a receipt; resolves with its id. Throws BAD_REQUEST for a
     * span without times.
     */
    begin(accountId: string, author: Author, id: string, span: Span): Promise<string> {
      return db.transaction().execute(async (trx) => {
        const row = await store.findRow(trx, accountId, id, true)
        if (!row) throw notFound('schedules')
        const instants = await instantsOf(trx, row, span)
        if (instants.length === 0) throw faultOf('to', scheduleFaults.noInstants)
        const rows = instants.map(({ id: entity, at }): Chosen => ({
          id: entity,
          name: instantText(at, row.time_zone),
        }))
        const { name, app_id: appId } = row
        const receiptId = await insertReceipt(trx, accountId, author, null, {
          action: 'backfill-schedule',
          requestId: undefined,
          selection: { by: 'schedule', id, name, appId, from: span.from, to: span.to },
          rows,
        })
        const waiting = instants.filter(({ state }) => state === null || state === 'skipped')
        await addOccurrences(trx, row, waiting, { receiptId, concurrency: span.concurrency, author })
        await refuse(trx, receiptId, instants, author.at)
        return receiptId!
      })
    },
  }
}

/** The times of a span; throws BAD_REQUEST for a span that has too many. */
function timesOf({ cron, time_zone: timeZone }: Omit<ScheduleRow, 'id'>, span: Span, now: number): number[] {
  const [from, to] = [Date.parse(span.from), Date.parse(span.to)]
  if (to < from) throw faultOf('to', scheduleFaults.spanBackwards)
  if (to > now) throw faultOf('to', scheduleFaults.spanAhead)
  const times = timesBetween({ cron, timeZone }, from, to, MAX_BACKFILL + 1)
  if (times.length > MAX_BACKFILL) throw faultOf('to', scheduleFaults.tooManyInstants(MAX_BACKFILL))
  return times
}

/** Times that were skipped wait again. */
async function addOccurrences(
  trx: Transaction<Database>,
  schedule: ScheduleRow,
  instants: readonly Instant[],
  { receiptId, concurrency, author }: { receiptId: string | null; concurrency: number; author: Author },
): Promise<void> {
  await sql`
    insert into schedule_occurrences (id, account_id, app_id, schedule_id, at, source, state, requested_by, due, receipt_id,
      concurrency)
    select id, ${schedule.account_id}, ${schedule.app_id}, ${schedule.id}, at, 'backfill', 'waiting', ${author.actor},
      ${author.at}, ${receiptId}, ${concurrency}
    from unnest(${instants.map(({ id }) => id)}::text[], ${instants.map(({ at }) => new Date(at))}::timestamptz[]) as c (id, at)
    on conflict (schedule_id, at) do update set source = excluded.source, state = excluded.state, reason = null,
      detail = null, instead = null, decided = null, blocked = false, requested_by = excluded.requested_by,
      due = excluded.due, receipt_id = excluded.receipt_id, concurrency = excluded.concurrency
    where schedule_occurrences.state = 'skipped'`.execute(trx)
}

/** The rows of times that have a run, or wait for one. */
async function refuse(
  trx: Transaction<Database>,
  receiptId: string | null,
  instants: readonly Instant[],
  now: Date,
): Promise<void> {
  const refused = instants.filter(({ state }) => state === 'started' || state === 'waiting')
  if (refused.length === 0) return
  await sql`
    with refused as (
      update receipt_rows r set ok = false, status_code = 409,
        error = case c.state when 'started' then ${scheduleFaults.alreadyRan} else ${scheduleFaults.alreadyWaits} end
      from unnest(${refused.map(({ id }) => id)}::text[], ${refused.map(({ state }) => state)}::text[]) as c (id, state)
      where r.receipt_id = ${receiptId} and r.entity_id = c.id returning r.position)
    update receipts set failed = ${refused.length},
      ended = case when total = ${refused.length} then ${now}::timestamptz end
    where id = ${receiptId} and exists (select from refused)`.execute(trx)
}
