import { sql, type Kysely } from 'kysely'
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
  /** The step that is being followed, in milliseconds. */
  let step: number | null = null
  let underWay: Promise<void> | null = null
  const follow = () => {
    underWay ??= followStep().finally(() => (underWay = null))
  }

  function begin(): number {
    const ms = clock.aheadMs()
    // Until its deadlines are moved, everything must only seem to have more time than it has.
    if (ms < 0) clock.follow(ms)
    return ms
  }

  async function followStep(): Promise<void> {
    try {
      const ms = (step ??= begin())
      await moveDeadlines(db, ms)
      step = null
      if (ms > 0) clock.follow(ms)
      log.warn({ ms }, 'the clock was set, or the machine was suspended: deadlines were moved with it')
    } catch (error) {
      log.warn({ err: toError(error) }, 'deadlines could not be moved with the clock, trying again')
    }
  }

  clock.onStep = follow
  const timer = setInterval(() => (step === null ? clock.now() : follow()), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      clock.onStep = null
      await underWay
    },
  }
}

/** Less than the time after which PostgreSQL looks for deadlocks: of two transactions that wait for each other this one gives up. */
const LOCK_TIMEOUT_MS = 500

/**
 * Moves all deadlines by a step, in milliseconds. After a step back a transaction that has computed one before it, and commits
 * it after the updates had begun, would leave it as it was: the locks let transactions that hold rows of these tables end
 * first. After a step ahead the clock is followed last, so that what waits for locks would be computed too early.
 */
async function moveDeadlines(db: Kysely<Database>, ms: number): Promise<void> {
  const by = sql`${ms} * interval '1 millisecond'`
  await db.transaction().execute(async (trx) => {
    if (ms < 0) {
      await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(trx)
      await sql`lock table workqueues, tasks, task_leases in exclusive mode`.execute(trx)
    }
    await sql`
      update tasks set retry_time = retry_time + ${by}, deadline = deadline + ${by}, due = due + ${by}
      where retry_time is not null or deadline is not null or due is not null`.execute(trx)
    await sql`update workqueues set due = due + ${by} where due is not null`.execute(trx)
    await sql`update task_leases set visible_until = visible_until + ${by}`.execute(trx)
  })
}
