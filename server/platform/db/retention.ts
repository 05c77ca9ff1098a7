import type { Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { advisoryLocks, type Database } from './database.ts'
import { inLongTurn } from './turns.ts'
import { retentionSteps } from './retention-steps.ts'

const everyMs = 60 * 60_000
/** After the work of the start. */
const firstAfterMs = 60_000
const dayMs = 24 * 60 * 60_000

export interface RetentionOptions {
  db: Kysely<Database>
  clock: Clock
  log: Logger
  /** How many days ended runs and records are kept (`RETENTION_DAYS`). */
  days: number
}

export interface Retention {
  /** Starts the hourly schedule. */
  start(): void
  /**
   * Deletes older rows once. Returns the number of deleted rows by table; null when another process is doing
   * it.
   */
  run(): Promise<Record<string, number> | null>
  /** Stops after the current statement. */
  stop(): Promise<void>
}

/**
 * Deletes old rows in small steps of one statement each, so that it blocks no other statement for long; one
 * process at a time. `retentionSteps` lists what is deleted, `boundedOtherwise` the other tables and why they
 * do not grow.
 */
export function createRetention({ db, clock, log, days }: RetentionOptions): Retention {
  let timer: NodeJS.Timeout | null = null
  let stopping = false
  let work: Promise<unknown> = Promise.resolve()

  const run = () => inLongTurn(db, advisoryLocks.retention, removeAll)

  async function removeAll(session: Kysely<Database>): Promise<Record<string, number>> {
    const before = new Date(clock.now() - days * dayMs)
    const removed: Record<string, number> = {}
    for (const { table, step } of retentionSteps) {
      removed[table] = 0
      for (let more = true; more && !stopping;) {
        const count = await step(session, before)
        removed[table] += count
        more = count > 0
      }
    }
    return removed
  }

  function schedule(afterMs: number): void {
    timer = setTimeout(() => {
      work = run()
        .then((removed) => removed && log.info({ removed, days }, 'old rows deleted'))
        .catch((error: unknown) => log.warn({ err: toError(error) }, 'old rows could not be deleted'))
        .finally(() => {
          if (!stopping) schedule(everyMs)
        })
    }, afterMs)
    timer.unref()
  }

  return {
    start: () => schedule(firstAfterMs),
    run,
    async stop() {
      stopping = true
      if (timer) clearTimeout(timer)
      await work
    },
  }
}
