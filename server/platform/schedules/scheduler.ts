import { sql, type Kysely } from 'kysely'
import type { Logger } from '#server/lib/logger.ts'
import { createWorkLoop } from '#server/lib/work-loop.ts'
import type { Database } from '../db/database.ts'
import { settleBackfills } from './backfill-rows.ts'
import { takeDueSchedules } from './decisions.ts'
import { takeScheduledEnds } from './run-ends.ts'
import { createScheduleStarter, type StartDeps } from './starts.ts'
import { unblock } from './waiting.ts'

/** How long changes are collected, and how often is looked for what is due. */
const COLLECT_MS = 20
const LOOK_MS = 500
/** How often is looked for what nothing has unblocked, because a process ended or two met. */
const UNBLOCK_MS = 5000

export interface SchedulerOptions extends StartDeps {
  log: Logger
}

export type Scheduler = ReturnType<typeof createScheduler>

/**
 * Starts the runs of schedules. Every process works: rows are shared out by their locks, and a run takes its occurrence in
 * the statement that stores it.
 */
export function createScheduler(options: SchedulerOptions) {
  const { db, clock, log } = options
  const starter = createScheduleStarter(options)
  let unblocked = 0

  const loop = createWorkLoop({
    log,
    // Nothing is half done: what was taken is tried again at the next turn, or after its lease.
    failure: 'runs of schedules could not be started',
    collectMs: COLLECT_MS,
    everyMs: LOOK_MS,
    async drain(isStopping) {
      const due = await dueOf(db, clock.now())
      if (due.ends) while ((await takeScheduledEnds(db, clock.now())) && !isStopping());
      if (due.times) while ((await takeDueSchedules(db, clock.now())) && !isStopping());
      if (due.ends || due.times || due.occurrences) while ((await starter.startDue()) && !isStopping());
      if (due.backfills) await settleBackfills(db, clock.now())
    },
    async look() {
      if (clock.now() - unblocked < UNBLOCK_MS && clock.now() >= unblocked) return
      unblocked = clock.now()
      await unblock(db, null)
    },
  })

  return {
    start: starter.start,
    /** A schedule was changed, or occurrences were asked for. */
    soon: loop.soon,
    run: loop.start,
    /** Does all that is due. */
    settle: loop.turn,
    stop: loop.stop,
  }
}

interface Due {
  ends: boolean
  times: boolean
  occurrences: boolean
  backfills: boolean
}

/** What there is to do: at rest a look costs one statement. */
async function dueOf(db: Kysely<Database>, now: number): Promise<Due> {
  const { rows } = await sql<Due>`
    select exists (select from schedule_run_ends) as ends,
      exists (select from schedules where next_at <= ${new Date(now)}) as times,
      exists (select from schedule_occurrences
        where state = 'waiting' and not blocked and due <= ${new Date(now)}) as occurrences,
      exists (select from receipts where action = 'backfill-schedule' and ended is null) as backfills`.execute(
    db,
  )
  return rows[0]!
}
