import type { Kysely } from 'kysely'
import type { Schedule } from '#shared/domains/schedules/contract.ts'
import { scheduleFaults } from '#shared/domains/schedules/messages.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { OccurrenceTaken, type PlanLookup } from '#server/platform/engine/types.ts'
import { decideUntil } from '#server/platform/schedules/decisions.ts'
import type { Startable } from '#server/platform/schedules/starts.ts'
import type { Scheduler } from '#server/platform/schedules/scheduler.ts'
import { skipOccurrence } from '#server/platform/schedules/waiting.ts'
import type { ScheduleStore } from './store.ts'

export interface ScheduleControlOptions {
  db: Kysely<Database>
  store: ScheduleStore
  scheduler: Pick<Scheduler, 'start' | 'soon'>
  findPlan: PlanLookup
  findRun(accountId: string, id: string): Promise<Workqueue | null>
  clock: Clock
}

/** How long the call has to start the run itself; then the scheduler does. */
const HANDED_MS = 5000
/** Other decisions about a schedule that the start of a run gives way to, before it is refused. */
const MOST_TURNS = 50

export type ScheduleControl = ReturnType<typeof createScheduleControl>

/** Pause, resume, and runs that a person asks for. All are NOT_FOUND for a schedule that the account does not have. */
export function createScheduleControl(options: ScheduleControlOptions) {
  const { db, store, scheduler, findPlan, findRun, clock } = options

  /** Changes whether a schedule is paused, and nothing that an edit changes: its version stays. */
  async function setPaused(
    accountId: string,
    author: Author,
    id: string,
    reason: string | null,
  ): Promise<Schedule> {
    await db.transaction().execute(async (trx) => {
      const row = await store.findRow(trx, accountId, id, true)
      if (!row) throw notFound('schedules')
      await decideUntil(trx, row, clock.now())
      const paused = reason === null ? null : { by: author.actor, at: author.at }
      await trx
        .updateTable('schedules')
        .set((column) => ({
          paused_by: paused?.by ?? null,
          paused_at: paused?.at ?? null,
          pause_reason: reason,
          failures: paused ? column.ref('failures') : 0,
          turn: column('turn', '+', 1),
        }))
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .execute()
      await recordAudit(trx, accountId, author, {
        action: paused ? 'pause' : 'resume',
        entity: 'schedule',
        entityId: id,
        within: row.app_id,
        ...(reason === null ? {} : { reason }),
      })
    })
    scheduler.soon()
    const changed = await store.find(accountId, id)
    if (!changed) throw notFound('schedules')
    return changed
  }

  /** Stores the occurrence of a run that is asked for now. It can wait for a moment: its time is not one of the schedule. */
  async function ask(accountId: string, author: Author, id: string): Promise<Omit<Startable, 'turn'>> {
    return db.transaction().execute(async (trx) => {
      const row = await store.findRow(trx, accountId, id, true)
      if (!row) throw notFound('schedules')
      const last = await trx
        .selectFrom('schedule_occurrences')
        .select((column) => column.fn.max('at').as('at'))
        .where('schedule_id', '=', id)
        .where('source', '=', 'trigger')
        .executeTakeFirst()
      // Each occurrence has a time of its own, and those of the clock are whole seconds.
      const next = Math.max(clock.now(), (last?.at?.getTime() ?? 0) + 1)
      const at = new Date(next % 1000 === 0 ? next + 1 : next)
      const occurrence = {
        id: newId(clock.now()),
        account_id: accountId,
        app_id: row.app_id,
        schedule_id: id,
        at,
      }
      await trx
        .insertInto('schedule_occurrences')
        .values({
          ...occurrence,
          source: 'trigger',
          state: 'waiting',
          reason: null,
          detail: null,
          instead: null,
          requested_by: author.actor,
          due: new Date(clock.now() + HANDED_MS),
          receipt_id: null,
          concurrency: null,
          decided: null,
        })
        .execute()
      await recordAudit(trx, accountId, author, {
        action: 'trigger',
        entity: 'schedule',
        entityId: id,
        within: row.app_id,
      })
      const { plan_id: planId, initial_state: initialState } = row
      return {
        id: occurrence.id,
        accountId,
        appId: row.app_id,
        scheduleId: id,
        at,
        planId,
        initialState,
        priority: row.priority,
      }
    })
  }

  async function turnOf(scheduleId: string): Promise<number> {
    const row = await db
      .selectFrom('schedules')
      .select('turn')
      .where('id', '=', scheduleId)
      .executeTakeFirst()
    if (!row) throw notFound('schedules')
    return row.turn
  }

  return {
    pause: (accountId: string, author: Author, id: string, reason: string) =>
      setPaused(accountId, author, id, reason),

    resume: (accountId: string, author: Author, id: string) => setPaused(accountId, author, id, null),

    /** Starts a run now, also of a paused schedule. Throws what the start of a run is refused with. */
    async trigger(accountId: string, author: Author, id: string): Promise<Workqueue> {
      const asked = await ask(accountId, author, id)
      const plan = await findPlan(accountId, asked.planId)
      for (let turn = 0; turn < MOST_TURNS; turn++)
        try {
          await scheduler.start({ ...asked, turn: await turnOf(id) }, author.actor, plan)
          break
        } catch (error) {
          if (error instanceof AppError && error.statusCode < 500)
            await skipOccurrence(db, asked, { reason: 'refused', detail: error.message }, clock.now())
          if (!(error instanceof OccurrenceTaken)) throw error
          // The scheduler has started it, or something else of the schedule.
          if (await findRun(accountId, asked.id)) break
        }
      const started = await findRun(accountId, asked.id)
      if (!started) throw new AppError('UNAVAILABLE', scheduleFaults.startsLater)
      return started
    },
  }
}
