import type { Kysely } from 'kysely'
import {
  EXPECTED_FROM_RUNS,
  EXPECTED_OF_RUNS,
  type PlanStats,
  type UsualDuration,
} from '#shared/domains/workqueues/stats-contract.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import {
  inApps,
  ofPlans,
  readLastGood,
  readRuns,
  readTimes,
  type PlanOfApp,
  type TimesRow,
} from './stats-sql.ts'
import { cachedTimes, type UsualTimes } from './usual-times.ts'

export interface PlanStatsRequest {
  planId: string
  /** Absent: all apps of the account. */
  appId?: string | undefined
  runs: number
  before?: string | undefined
}

export type StatsStore = ReturnType<typeof createStatsStore>

/**
 * Statistics of the runs of plans. Every statement reads a fixed number of runs by index (0017-stats.sql), so its cost
 * does not grow with the history; it names the account by the apps, whose runs it reads.
 */
export function createStatsStore(db: Kysely<Database>) {
  /** The times of plans by one statement, in their order; empty without runs. */
  async function times(accountId: string, plans: readonly PlanOfApp[]): Promise<UsualTimes[]> {
    const rows = await readTimes(db, ofPlans(accountId, plans), EXPECTED_OF_RUNS)
    const byKey = new Map(rows.map((row) => [row.key, row]))
    return plans.map((_, index) => {
      const row = byKey.get(index + 1)
      return { usual: new Map(row?.tasks.map((task) => [task.name, task])), expected: expectedOf(row) }
    })
  }

  return {
    async plan(accountId: string, request: PlanStatsRequest): Promise<PlanStats> {
      const { planId, appId, runs, before } = request
      const plan = await db
        .selectFrom('plans')
        .select(['id as _id', 'name', 'version'])
        .where('account_id', '=', accountId)
        .where('id', '=', planId)
        .executeTakeFirst()
      if (!plan) throw notFound('plans')
      const earlierThan = before === undefined ? null : await runOf(db, accountId, before, appId)
      const scope = inApps(accountId, planId, appId)
      const [listed, [times], lastGood] = await Promise.all([
        readRuns(db, scope, runs),
        readTimes(db, scope, runs),
        readLastGood(db, scope, earlierThan),
      ])
      return {
        plan,
        runs: listed.map(({ id, started, ...run }) => ({ _id: id, started: iso(started), ...run })),
        tasks: times?.tasks ?? [],
        expected: expectedOf(times),
        lastGood: lastGood && { _id: lastGood.id, started: iso(lastGood.started) },
      }
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
