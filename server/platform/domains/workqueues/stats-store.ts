import { sql, type Kysely } from 'kysely'
import {
  EXPECTED_FROM_RUNS,
  EXPECTED_OF_RUNS,
  type PlanStats,
  type RanPlan,
  type UsualDuration,
} from '#shared/domains/workqueues/stats-contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/statuses.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { gridOf } from './stats-grid.ts'
import { readLastGood, readLayout, readOutcome, readPlansThatRan, readRuns } from './stats-runs.ts'
import { inApps, ofPlans, type PlanOfApp } from './stats-scope.ts'
import { readTimes, type TimesRow } from './stats-times.ts'
import { cachedTimes, type UsualTimes } from './usual-times.ts'

export interface PlanStatsRequest {
  planId: string
  /** Absent: all apps of the account. */
  appId?: string | undefined
  runs: number
  before?: string | undefined
  status?: WorkqueueStatus | undefined
  tags?: readonly string[] | undefined
}

export type StatsStore = ReturnType<typeof createStatsStore>

/**
 * Statistics of the runs of plans. Every statement reads a fixed number of runs by index (0017-stats.sql), so its cost
 * does not grow with the history; it names the account by the apps, whose runs it reads.
 */
export function createStatsStore(db: Kysely<Database>) {
  /** The times of plans by one statement, in their order; empty without runs. */
  async function times(accountId: string, plans: readonly PlanOfApp[]): Promise<UsualTimes[]> {
    const rows = await readTimes(db, ofPlans(accountId, plans), { count: EXPECTED_OF_RUNS })
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return plans.map((_, index) => {
      const row = byKey.get(index + 1)
      return {
        usual: new Map(row?.tasks.map(({ succeeded: _, finished: __, ...task }) => [task.name, task])),
        expected: expectedOf(row),
      }
    })
  }

  return {
    async plan(accountId: string, request: PlanStatsRequest): Promise<PlanStats> {
      const { planId, appId, runs: count, before, status, tags } = request
      const found = await db
        .selectFrom('plans')
        .select([
          'id as _id',
          'name',
          'version',
          sql<number | null>`(definition ->> 'expectedMs')::int`.as('expectedMs'),
        ])
        .where('account_id', '=', accountId)
        .where('id', '=', planId)
        .executeTakeFirst()
      if (!found) throw notFound('plans')
      const { expectedMs, ...plan } = found
      const earlierThan = before === undefined ? null : await runOf(db, accountId, before, appId)
      const scope = inApps(accountId, planId, appId)
      const [runs, [times], lastGood, earlier] = await Promise.all([
        readRuns(db, scope, { count, status, tags }),
        readTimes(db, scope, { count, tags }),
        readLastGood(db, scope, earlierThan),
        readOutcome(db, scope, count),
      ])
      const layout = runs[0] ? await readLayout(db, runs[0].id) : { tasks: [], errorTasks: [] }
      return {
        plan,
        ...gridOf(runs, layout, times?.tasks ?? []),
        earlier,
        expected: expectedMs === null ? expectedOf(times) : { medianMs: expectedMs, p90Ms: expectedMs },
        lastGood: lastGood && { _id: lastGood.id, started: iso(lastGood.started) },
      }
    },

    /** The plans that have run, the one that ran last first. */
    async ranPlans(accountId: string, appId: string | undefined): Promise<RanPlan[]> {
      const plans = await readPlansThatRan(db, accountId, appId)
      return plans.map(({ id, name, lastRun, lastFailed }) => ({
        _id: id,
        name,
        lastRun: lastRun.toISOString(),
        lastFailed: iso(lastFailed),
      }))
    },

    times,
    /** Like `times`; at most 10 seconds old, so that a page of runs that is read often costs nothing. */
    usual: cachedTimes(times),
  }
}

const iso = (moment: Date | null) => moment?.toISOString() ?? null

function expectedOf(times: TimesRow | undefined): UsualDuration | null {
  if (!times?.usual || times.completed < EXPECTED_FROM_RUNS) return null
  const [medianMs, p90Ms] = times.usual
  return { medianMs: Math.round(medianMs), p90Ms: Math.round(p90Ms) }
}

/** The run that others are earlier than; NOT_FOUND unless it is one of the account, and of the app. */
async function runOf(db: Kysely<Database>, accountId: string, id: string, appId: string | undefined) {
  const run = await db
    .selectFrom('workqueues')
    .select(['id', 'created'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .$if(appId !== undefined, (query) => query.where('app_id', '=', appId!))
    .executeTakeFirst()
  if (!run) throw notFound('workqueues')
  return run
}
