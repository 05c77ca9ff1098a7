import type { Kysely } from 'kysely'
import { MAX_WAITING, ON_TIME_MS } from '#shared/domains/schedules/constants.ts'
import { scheduleMessages } from '#shared/domains/schedules/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { mapBounded } from '#server/lib/concurrency.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'
import { OccurrenceTaken, type Engine, type PlanLookup, type StoredPlan } from '../engine/types.ts'
import {
  block,
  giveBack,
  skipOccurrence,
  takeDueOccurrences,
  unblock,
  type DueOccurrence,
  type Skipped,
} from './waiting.ts'

/** Runs that one process starts at a time. */
const WIDTH = 16

export interface StartDeps {
  db: Kysely<Database>
  engine: Pick<Engine, 'startWorkqueue' | 'cancelWorkqueue'>
  findPlan: PlanLookup
  clock: Clock
}

/** What an occurrence needs to start. */
export type Startable = Pick<
  DueOccurrence,
  'id' | 'accountId' | 'appId' | 'scheduleId' | 'at' | 'planId' | 'initialState' | 'priority' | 'turn'
>

export type ScheduleStarter = ReturnType<typeof createScheduleStarter>

/** Starts the runs of occurrences, each once, whichever process tries. */
export function createScheduleStarter({ db, engine, findPlan, clock }: StartDeps) {
  /**
   * Starts the run of an occurrence, which has its id. Throws OccurrenceTaken when another process has decided about its
   * schedule meanwhile, and what the start of a run is refused with.
   */
  async function start(occurrence: Startable, actor: string, plan: StoredPlan | null): Promise<void> {
    const { id, accountId, appId, scheduleId, at, planId, initialState, priority, turn } = occurrence
    if (!plan) throw new AppError('NOT_FOUND', scheduleMessages.noPlan)
    const { version, ...definition } = plan
    await engine.startWorkqueue(initialState === null ? definition : { ...definition, initialState }, {
      id,
      accountId,
      appId,
      actor,
      planId,
      ...(version === undefined ? {} : { planVersion: version }),
      priority,
      occurrence: { scheduleId, at: at.getTime(), turn },
    })
  }

  /** Starts an occurrence, blocks or skips it. */
  async function settle(occurrence: DueOccurrence, plan: StoredPlan | null): Promise<void> {
    const obstacle = obstacleOf(occurrence, clock.now())
    if (obstacle === 'blocked') return block(db, occurrence)
    if (obstacle) return skipped(occurrence, obstacle)
    if (occurrence.source !== 'backfill' && occurrence.overlap === 'cancelPrevious')
      for (const runId of occurrence.live) await cancel(occurrence.accountId, runId)
    try {
      await start(occurrence, scheduleMessages.actor, plan)
    } catch (error) {
      if (error instanceof OccurrenceTaken) return giveBack(db, occurrence.id, clock.now())
      // What the database or this process lacks will pass: it is tried again.
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error
      return skipped(occurrence, { reason: 'refused', detail: error.message })
    }
    // More than one run of a backfill may have ended at once.
    const { concurrency, live } = occurrence
    if (concurrency !== null && live.length + 1 < concurrency) await unblock(db, [occurrence.scheduleId])
  }

  async function skipped(occurrence: DueOccurrence, why: Skipped): Promise<void> {
    await skipOccurrence(db, occurrence, why, clock.now())
    await unblock(db, [occurrence.scheduleId])
  }

  async function cancel(accountId: string, runId: string): Promise<void> {
    try {
      await engine.cancelWorkqueue(accountId, runId, scheduleMessages.actor)
    } catch (error) {
      // It has ended, or was deleted, meanwhile.
      if (!(error instanceof AppError) || error.statusCode >= 500) throw error
    }
  }

  return {
    start,

    /** Starts what is due; resolves with whether there was anything. The first failure rejects, after the others. */
    async startDue(): Promise<boolean> {
      const occurrences = await takeDueOccurrences(db, clock.now())
      const plans = new Map<string, Promise<StoredPlan | null>>()
      const planOf = ({ accountId, planId }: DueOccurrence) => {
        const known = plans.get(planId) ?? findPlan(accountId, planId)
        plans.set(planId, known)
        return known
      }
      const failures: unknown[] = []
      await mapBounded(occurrences, WIDTH, async (occurrence) => {
        try {
          await settle(occurrence, await planOf(occurrence))
        } catch (error) {
          failures.push(error)
        }
      })
      if (failures.length > 0) throw failures[0]
      return occurrences.length > 0
    },
  }
}

/** What keeps an occurrence from starting now; null: nothing. */
function obstacleOf(occurrence: DueOccurrence, now: number): 'blocked' | Skipped | null {
  const { source, overlap, live, before, concurrency } = occurrence
  if (source === 'backfill') return live.length >= (concurrency ?? 1) ? 'blocked' : null
  if (source === 'trigger') return null
  if (occurrence.isPaused) return { reason: 'paused' }
  if (overlap === 'queue') {
    if (live.length + before === 0) return null
    return before < MAX_WAITING
      ? 'blocked'
      : { reason: 'overlap', detail: scheduleMessages.queueFull(MAX_WAITING) }
  }
  if (isTooLate(occurrence, now)) return { reason: 'window' }
  return overlap === 'skip' && live.length > 0 ? { reason: 'overlap' } : null
}

/** The processes of the platform ended after it was decided that it starts, and came back too late for it. */
function isTooLate({ at, jitterMs, catchUp, catchUpWindow }: DueOccurrence, now: number): boolean {
  const late = now - at.getTime() - jitterMs
  return late > Math.max(ON_TIME_MS, catchUp === 'none' ? 0 : catchUpWindow * 1000)
}
