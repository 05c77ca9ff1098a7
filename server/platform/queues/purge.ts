import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Database } from '../db/database.ts'

const HOUR_MS = 3_600_000
const EVERY_MS = 600_000
const STEP_ROWS = 5000

/** How long what is known of queues is kept, in milliseconds. */
const kept: readonly { table: string; column: string; forMs: number; unless?: RawBuilder<unknown> }[] = [
  { table: 'queue_minutes', column: 'minute', forMs: 2 * HOUR_MS },
  { table: 'queue_waits', column: 'hour', forMs: 48 * HOUR_MS },
  // Of each alias its last success is kept: what has changed since then is asked also later.
  {
    table: 'attempt_outcomes',
    column: 'hour',
    forMs: 48 * HOUR_MS,
    unless: sql`last_ended is not null and not exists (
      select from attempt_outcomes later where later.account_id = kept.account_id and later.type = kept.type
        and later.alias = kept.alias and later.last_ended > kept.last_ended)`,
  },
  { table: 'queue_pollers', column: 'last_seen', forMs: 24 * HOUR_MS },
]

/** Removes what is older than it is kept, in small steps; resolves with the number of rows. */
export async function purgeQueues(db: Kysely<Database>, now: number): Promise<number> {
  let removed = 0
  for (const { table, column, forMs, unless = sql`false` } of kept) {
    const before = new Date(now - forMs)
    for (let count = STEP_ROWS; count === STEP_ROWS; removed += count) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} kept where ${sql.ref(column)} < ${before} and not (${unless}) limit ${STEP_ROWS}))`.execute(
        db,
      )
      count = Number(numAffectedRows ?? 0)
    }
  }
  return removed
}

/** Purges every ten minutes. */
export function startQueuesPurge({ db, clock, log }: { db: Kysely<Database>; clock: Clock; log: Logger }) {
  let work: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    work = purgeQueues(db, clock.now()).catch((error: unknown) =>
      log.warn({ err: toError(error) }, 'old counts of queues could not be deleted'),
    )
  }, EVERY_MS)
  timer.unref()
  return {
    async stop(): Promise<void> {
      clearInterval(timer)
      await work
    },
  }
}
