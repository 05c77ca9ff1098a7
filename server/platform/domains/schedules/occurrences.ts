import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import type { occurrenceFilters, ScheduleOccurrence } from '#shared/domains/schedules/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { offsetOf } from '#shared/lib/wire.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PageRequest } from '#server/platform/db/listing.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { occurrenceColumns, wireOccurrence, type OccurrenceRow } from './wire.ts'

export type OccurrenceFilters = z.output<typeof occurrenceFilters>
export const occurrenceSortKeys = ['at'] as const

/** The times of a schedule that are decided, newest first; NOT_FOUND for a schedule that the account does not have. */
export async function listOccurrences(
  db: Kysely<Database>,
  accountId: string,
  scheduleId: string,
  { state, reason, source, 'at[$gte]': from, 'at[$lte]': to }: OccurrenceFilters,
  page: PageRequest<'at'>,
): Promise<Page<ScheduleOccurrence>> {
  const schedule = await db
    .selectFrom('schedules')
    .select('time_zone')
    .where('account_id', '=', accountId)
    .where('id', '=', scheduleId)
    .executeTakeFirst()
  if (!schedule) throw notFound('schedules')
  const matching = sql.join(
    [
      sql`o.account_id = ${accountId} and o.schedule_id = ${scheduleId}`,
      state === undefined ? null : sql`o.state = ${state}`,
      reason === undefined ? null : sql`o.reason = ${reason}`,
      source === undefined ? null : sql`o.source = ${source}`,
      from === undefined ? null : sql`o.at >= ${new Date(from)}`,
      to === undefined ? null : sql`o.at <= ${new Date(to)}`,
    ].filter((condition) => condition !== null),
    sql` and `,
  )
  const direction = sql.raw(page.sort?.[0]?.descending === false ? 'asc' : 'desc')
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<OccurrenceRow>`
      select ${occurrenceColumns} from schedule_occurrences o left join workqueues w on w.id = o.id
      where ${matching} order by o.at ${direction} limit ${page.pagesize} offset ${offsetOf(page)}`.execute(
      db,
    ),
    sql<{
      total: number
    }>`select count(*)::int as total from schedule_occurrences o where ${matching}`.execute(db),
  ])
  return { data: rows.map((row) => wireOccurrence(row, schedule.time_zone)), total: counted[0]!.total }
}
