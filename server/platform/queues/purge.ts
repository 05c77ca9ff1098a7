import { sql, type Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { Database } from '../db/database.ts'

const HOUR_MS = 3_600_000
const EVERY_MS = 600_000
const STEP_ROWS = 5000

/** How long what is known of queues is kept, in milliseconds. */
const kept = [
  { table: 'queue_minutes', column: 'minute', forMs: 2 * HOUR_MS },
  { table: 'queue_waits', column: 'hour', forMs: 48 * HOUR_MS },
  { table: 'attempt_outcomes', column: 'hour', forMs: 48 * HOUR_MS },
  { table: 'queue_pollers', column: 'last_seen', forMs: 24 * HOUR_MS },
] as const

/** Removes what is older than it is kept, in small steps; resolves with the number of rows. */
export async function purgeQueues(db: Kysely<Database>, now: number): Promise<number> {
  let removed = 0
  for (const { table, column, forMs } of kept) {
    const before = new Date(now - forMs)
    for (let count = STEP_ROWS; count === STEP_ROWS; removed += count) {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${STEP_ROWS}))`.execute(
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
