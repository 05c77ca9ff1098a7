import { sql, type Kysely, type RawBuilder } from 'kysely'
import { toError } from '#server/lib/errors.ts'
import type { Logger } from '#server/lib/logger.ts'
import type { SteadyClock } from '#server/lib/clock.ts'
import type { Database } from './database.ts'

interface ClockStepOptions {
  db: Kysely<Database>
  clock: SteadyClock
  log: Logger
}

/** A step is noticed at the next reading of the clock; this is the longest time without one. */
const everyMs = 250

/**
 * Lets the platform's clock follow a step of the wall clock. Stored deadlines of leases, retries, time-outs, tasks and runs are moved by the
 * same time, so that each lasts as long as it was meant to: otherwise a step ahead would end all leases at once, and a step
 * back would make retries wait. Only for a database that this machine alone uses, because other machines keep their time.
 */
export function followClockSteps({ db, clock, log }: ClockStepOptions): { stop(): Promise<void> } {
  /** A step that is being followed, and the statements that are left of it. */
  let step: { ms: number; left: Move[] } | null = null
  let underWay: Promise<void> | null = null
  const follow = () => {
    underWay ??= followStep().finally(() => (underWay = null))
  }

  function begin() {
    const ms = clock.aheadMs()
    // Until its deadlines are moved, everything must only seem to have more time than it has.
    if (ms < 0) clock.follow(ms)
    return { ms, left: [...moves] }
  }

  async function followStep(): Promise<void> {
    try {
      const { ms, left } = (step ??= begin())
      if (ms < 0) await moveTogether(db, ms)
      else await moveInTurn(db, ms, left)
      step = null
      if (ms > 0) clock.follow(ms)
      log.warn({ ms }, 'the clock was set, or the machine was suspended: deadlines were moved with it')
    } catch (error) {
      log.warn({ err: toError(error) }, 'deadlines could not be moved with the clock, trying again')
    }
  }

  clock.onStep = follow
  const timer = setInterval(() => (step ? follow() : clock.now()), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      clock.onStep = null
      await underWay
    },
  }
}

type Move = (ms: number) => RawBuilder<unknown>

const by = (ms: number) => sql`${ms} * interval '1 millisecond'`

const moves: readonly Move[] = [
  (ms) => sql`
    update tasks set retry_time = retry_time + ${by(ms)}, deadline = deadline + ${by(ms)}, due = due + ${by(ms)}
    where retry_time is not null or deadline is not null or due is not null`,
  (ms) => sql`update workqueues set due = due + ${by(ms)} where due is not null`,
  (ms) => sql`update task_leases set visible_until = visible_until + ${by(ms)}`,
]

/**
 * After a step ahead. Not in one transaction: other statements lock these tables in another order, and may not wait for a
 * deadlock to be found. Without locks: the clock is followed last, so that what waits for them would be computed too early.
 */
async function moveInTurn(db: Kysely<Database>, ms: number, left: Move[]): Promise<void> {
  for (let [move] = left; move; [move] = left) {
    await move(ms).execute(db)
    left.shift()
  }
}

/** Less than the time after which PostgreSQL looks for deadlocks: of two transactions that wait for each other this one gives up. */
const LOCK_TIMEOUT_MS = 500

/**
 * After a step back, which the clock has followed already. A transaction that has computed a deadline before the step, and
 * commits it after the updates had begun, would leave it as it was: the locks let transactions that hold rows of these tables
 * end first.
 */
async function moveTogether(db: Kysely<Database>, ms: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx)
    await sql`lock table workqueues, tasks, task_leases in exclusive mode`.execute(trx)
    for (const move of moves) await move(ms).execute(trx)
  })
}
