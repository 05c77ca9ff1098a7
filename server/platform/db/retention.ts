import type pg from 'pg'
import type { Clock } from '#server/lib/clock.ts'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import { advisoryLocks } from './database.ts'
import { retentionSteps } from './retention-steps.ts'

const everyMs = 60 * 60_000
/** Not while everything else is starting. */
const firstAfterMs = 60_000
const dayMs = 24 * 60 * 60_000

export interface RetentionOptions {
  pool: pg.Pool
  clock: Clock
  log: Logger
  /** How long what has ended is kept (`RETENTION_DAYS`). */
  days: number
}

export interface Retention {
  /** Begins to look every hour. */
  start(): void
  /** Removes what is older, once; answers the rows by table. Null when another process is at it. */
  run(): Promise<Record<string, number> | null>
  /** Ends after the statement under way. */
  stop(): Promise<void>
}

/**
 * Removes what is of no use any more, in small steps of a statement each, so that nobody waits for it; one process at a
 * time. `retentionSteps` says what is removed, `boundedOtherwise` what needs no removal and why.
 */
export function createRetention({ pool, clock, log, days }: RetentionOptions): Retention {
  let timer: NodeJS.Timeout | null = null
  let stopping = false
  let work: Promise<unknown> = Promise.resolve()

  async function run(): Promise<Record<string, number> | null> {
    const client = await pool.connect()
    try {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
        advisoryLocks.retention,
      ])
      return rows[0]?.mine ? await removeAll(client) : null
    } finally {
      // Closing the session gives the lock back, whatever state the connection is in.
      client.release(true)
    }
  }

  async function removeAll(client: pg.PoolClient): Promise<Record<string, number>> {
    const before = new Date(clock.now() - days * dayMs)
    const removed: Record<string, number> = {}
    for (const { table, step } of retentionSteps) {
      removed[table] = 0
      for (let more = true; more && !stopping;) {
        const count = await step(client, before)
        removed[table] += count
        more = count > 0
      }
    }
    return removed
  }

  function schedule(afterMs: number): void {
    timer = setTimeout(() => {
      work = run()
        .then((removed) => removed && log.info({ removed, days }, 'what is older was removed'))
        .catch((error: unknown) => log.warn({ err: toError(error) }, 'what is older could not be removed'))
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
