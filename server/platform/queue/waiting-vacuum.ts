import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'

const EVERY_MS = 2000
/** Removed rows that a look for the next task has to pass. */
const MOST_DEAD = 20_000

/**
 * Removes what is left of tasks that no longer wait, every two seconds: tasks leave at the head of the order, where each
 * further look would pass all of them. The regular vacuum of the database comes once a minute at most. A process that finds
 * another one at it leaves it alone.
 */
export function createWaitingVacuum(db: Kysely<Database>): (now: number) => Promise<void> {
  let looked = -Infinity
  return async (now) => {
    if (now - looked < EVERY_MS) return
    looked = now
    const { rows } = await sql<{ dead: string }>`
      select n_dead_tup as dead from pg_stat_user_tables where relid = 'waiting_tasks'::regclass`.execute(db)
    if (Number(rows[0]?.dead ?? 0) >= MOST_DEAD)
      await sql`vacuum (skip_locked, truncate off) waiting_tasks`.execute(db)
  }
}
