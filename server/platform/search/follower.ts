import { sql, type Kysely } from 'kysely'
import type { Logger } from '#server/lib/logger.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import { advisoryLocks, type Database } from '../db/database.ts'
import { inTurn } from '../db/turns.ts'
import { addOldRuns } from './backfill.ts'
import { applyChanges } from './changes.ts'
import type { SearchTrx } from './rows.ts'

/** How often is looked for changed runs: they are collected by the database. */
const LOOK_MS = 500
/** Processor time between two batches of old runs is left to others. */
const BACKFILL_PAUSE_MS = 20

export type SearchFollower = ReturnType<typeof createSearchFollower>

/**
 * Writes what searches of runs read. The database notes each run that is made, changed or deleted in the transaction of the
 * change. Every process looks for such notes; a lock that lasts as long as the transaction lets one of them apply a batch,
 * and deletes the notes in it, so that nothing is lost, whichever process dies.
 */
export function createSearchFollower({ db, log }: { db: Kysely<Database>; log: Logger }) {
  /** Resolves with whether more may wait; not when another process works. */
  const oneBatch = async (work: (trx: SearchTrx) => Promise<boolean>): Promise<boolean> =>
    (await inTurn(db, advisoryLocks.search, work)) ?? false

  const loop = createWorkLoop({
    log,
    // The transaction has changed nothing then; the changes wait for the next turn.
    failure: 'changed runs could not be made searchable',
    collectMs: LOOK_MS,
    everyMs: LOOK_MS,
    async drain(isStopping) {
      const { changes, old } = await whatWaits(db)
      const apply = async () => {
        while ((await oneBatch(applyChanges)) && !isStopping());
      }
      if (changes) await apply()
      for (let more = old; more && !isStopping();) {
        more = await oneBatch(addOldRuns)
        if (more) await new Promise((resolve) => setTimeout(resolve, BACKFILL_PAUSE_MS))
        await apply()
      }
    },
  })
  return {
    start: loop.start,
    /** Applies all that waits, unless another process does so at this moment. */
    drain: loop.drain,
    stop: loop.stop,
  }
}

async function whatWaits(db: Kysely<Database>): Promise<{ changes: boolean; old: boolean }> {
  const { rows } = await sql<{ changes: boolean; old: boolean }>`
    select exists (select from search_changes) as changes,
      exists (select from search_progress where not done) as old`.execute(db)
  return rows[0]!
}
