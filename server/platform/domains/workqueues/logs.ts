import { sql, type Kysely, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type { LogsByTask, logsQuery } from '#shared/domains/tasks/contract.ts'
import { faultOf } from '#server/lib/faults.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf, oneOf } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { wireLog } from '#server/platform/engine/log.ts'
import { logAliases, logOfRow } from '#server/platform/runs/rows.ts'

export type LogsQuery = z.output<typeof logsQuery>

export interface RunLogPage {
  entries: LogsByTask
  /** The newest entry of this page when newer ones follow. */
  nextAfter: string | null
  /** The oldest entry of this page when older ones precede. */
  nextBefore: string | null
}

interface Place {
  /** As text: finer than a Date. */
  timestamp: string
  ordinal: string
}

/**
 * A page of the log of a run. A page is found by the position of its neighbour in the index and never by
 * counting, so the last page of a long log costs as much as the first, and entries written meanwhile move no
 * page.
 */
export async function readLogs(
  db: Kysely<Database>,
  accountId: string,
  workqueueId: string,
  query: LogsQuery,
): Promise<RunLogPage> {
  const { after, before, limit, taskId, level } = query
  await requireOwn(db, accountId, 'workqueues', workqueueId)
  const cursor = after || before
  const place = cursor ? await placeOf(db, workqueueId, cursor, after ? 'after' : 'before') : null
  const forwards = after !== undefined
  const direction = forwards ? 'asc' : 'desc'
  const rows = await db
    .selectFrom('task_logs')
    .select(logAliases)
    .where('account_id', '=', accountId)
    .where('workqueue_id', '=', workqueueId)
    .where((eb) =>
      allOf([
        taskId !== undefined && eb('task_id', '=', taskId),
        level?.length && oneOf('level', level),
        place !== null && beyond(place, forwards),
      ]),
    )
    .orderBy('timestamp', direction)
    .orderBy('ordinal', direction)
    .limit(limit + 1)
    .execute()
  const more = rows.length > limit
  const page = rows.slice(0, limit)
  if (!forwards) page.reverse()
  const entries: LogsByTask = {}
  for (const row of page) (entries[row.taskId] ??= []).push(wireLog(logOfRow(row)))
  const moreBehind = forwards ? more : place !== null
  const moreBefore = forwards ? place !== null : more
  return {
    entries,
    nextAfter: moreBehind ? (page.at(-1)?.id ?? null) : null,
    nextBefore: moreBefore ? (page[0]?.id ?? null) : null,
  }
}

async function placeOf(
  db: Kysely<Database>,
  workqueueId: string,
  id: string,
  name: 'after' | 'before',
): Promise<Place> {
  const { rows } = await sql<Place>`
    select timestamp::text, ordinal from task_logs
    where id = ${id} and workqueue_id = ${workqueueId}`.execute(db)
  const [place] = rows
  if (!place) throw faultOf(name, 'is no log entry of this workqueue')
  return place
}

const beyond = ({ timestamp, ordinal }: Place, forwards: boolean) =>
  sql<SqlBool>`(timestamp, ordinal) ${forwards ? sql`>` : sql`<`} (${timestamp}::timestamptz, ${ordinal}::bigint)`
