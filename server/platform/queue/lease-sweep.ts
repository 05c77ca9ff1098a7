import fp from 'fastify-plugin'
import { sql, type Kysely } from 'kysely'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import type { Database } from '../db/database.ts'
import type { RunLog } from '../engine/log.ts'
import type { Engine, AttemptRef } from '../engine/types.ts'
import type { LeaseStore } from './lease-store.ts'
import { createWaitingVacuum } from './waiting-vacuum.ts'

const PERIOD_MS = 500
/** Attempts and rows of one statement; when there are more, the next sweep follows at once. */
const BATCH = 500
const TOKENS_EVERY_MS = 60_000

export interface LeaseSweepOptions {
  db: Kysely<Database>
  leases: LeaseStore
  engine: Engine
  clock: Clock
}

/**
 * Ends expired leases: their tasks are queued for the next attempt, or fail. Keeps the order of waiting tasks fast. Every process sweeps; events
 * name attempts, so a second one is refused.
 */
export const leaseSweep = fp<LeaseSweepOptions>(
  async (app, { db, leases, engine, clock }) => {
    let timer: NodeJS.Timeout | undefined
    let underWay: Promise<void> = Promise.resolve()
    let stopped = false
    let tokensPurged = -Infinity
    const vacuumWaiting = createWaitingVacuum(db)

    async function sweep(): Promise<boolean> {
      const now = clock.now()
      const expired = await leases.expired(now, BATCH)
      await Promise.all(expired.map((attempt) => end(attempt, now)))
      const purged = await leases.purge(now, BATCH)
      if (now - tokensPurged >= TOKENS_EVERY_MS) {
        await purgeTokenUses(db, now)
        tokensPurged = now
      }
      await vacuumWaiting(now)
      return expired.length === BATCH || purged === BATCH
    }

    async function end({ workqueueId, taskId, attempt }: AttemptRef, at: number): Promise<void> {
      try {
        const logs = [expiryEntry(taskId, attempt, at)]
        await engine.fromWorker(workqueueId, { type: 'leaseExpired', at, taskId, attempt, logs })
      } catch (error) {
        const decided = error instanceof AppError && error.code === 'CONFLICT'
        if (!decided) app.log.warn({ err: error, taskId }, 'a lease could not be ended')
      }
    }

    async function run(): Promise<void> {
      let more = false
      try {
        more = await sweep()
      } catch (error) {
        if (!stopped) app.log.warn({ err: error }, 'leases could not be swept and will be tried again')
      }
      if (!stopped) timer = setTimeout(() => (underWay = run()), more ? 0 : PERIOD_MS)
    }

    app.addHook('onReady', async () => void (underWay = run()))
    app.addHook('onClose', async () => {
      stopped = true
      clearTimeout(timer)
      await underWay
    })
  },
  { name: 'lease-sweep', fastify: '5.x' },
)

/** The log entry of an attempt whose worker was silent for too long. */
export function expiryEntry(taskId: string, attempt: number, at: number): RunLog {
  return {
    id: newId(at),
    taskId,
    attempt,
    timestamp: at,
    level: 'warn',
    message: `The lease of attempt ${attempt} ended before its worker told a result`,
    stacktrace: null,
  }
}

/** Deletes the uses of workers' tokens that have expired: these are refused anyway. */
async function purgeTokenUses(db: Kysely<Database>, now: number): Promise<void> {
  await sql`delete from worker_token_uses where expires <= ${new Date(now)}`.execute(db)
}
