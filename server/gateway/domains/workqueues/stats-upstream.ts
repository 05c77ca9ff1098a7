import { readers } from '#server/gateway/lib/readers.ts'
import { entitiesIn, entityOf, rowsOf, wireId, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { AppError } from '#server/lib/errors.ts'
import { workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { AppStats, PlanStats, RanPlan } from '#shared/domains/workqueues/stats-contract.ts'
import { withMarks } from './stats-marks.ts'
import { getWorkqueue, listWorkqueues } from './upstream.ts'

export interface PlanStatsQuery {
  appId?: string | null | undefined
  runs?: number | null | undefined
  before?: string | null | undefined
  status?: string | null | undefined
  tags?: readonly string[] | null | undefined
}

/** The latest runs of a plan, and the times of its tasks. */
export async function readPlanStats(
  call: Call,
  planId: string,
  query: PlanStatsQuery,
): Promise<Wire<PlanStats>> {
  const { tags, ...rest } = query
  const asked = { ...rest, tags: tags?.length ? tags.join(',') : undefined }
  return withMarks(
    entityOf(await call({ method: 'GET', path: apiPath`stats/plans/${planId}`, query: asked })),
  )
}

/** The newest run of a plan in an app; null before the first. */
export async function readLastRun(
  call: Call,
  appId: string,
  planId: string,
): Promise<Wire<Workqueue> | null> {
  const path = apiPath`stats/plans/${planId}`
  const stats: Wire<PlanStats> = entityOf(await call({ method: 'GET', path, query: { appId, runs: 1 } }))
  const [last] = entitiesIn(stats['runs'])
  return last ? getWorkqueue(call, wireId(last)) : null
}

const readRun = readers(workqueue)

/** Runs that are looked through for plans where the platform does not list these. */
const NEWEST_RUNS = 100

/**
 * The plans that have run in an app, the one that ran last first. `hasStats`: whether the platform has the feature, without
 * which it is not asked for them, and with which it may still lack the call.
 */
export async function readRanPlans(call: Call, appId: string, hasStats: boolean): Promise<Wire<RanPlan>[]> {
  if (hasStats)
    try {
      return rowsOf<RanPlan>(await call({ method: 'GET', path: 'stats/plans', query: { appId } }))
    } catch (error) {
      if (!(error instanceof AppError) || ![400, 404, 405, 501].includes(error.statusCode)) throw error
    }
  const { rows } = await listWorkqueues(call, { appId, page: 1, perPage: NEWEST_RUNS })
  const plans = new Map<string, Wire<RanPlan>>()
  for (const row of rows) {
    const planId = readRun.referenceId('planId')(row)
    if (planId !== null && !plans.has(planId))
      plans.set(planId, { _id: planId, name: row['name'], lastRun: row['created'] })
  }
  return [...plans.values()]
}

/** The runs of each app, now and by hour. */
export async function readAppStats(call: Call, hours?: number): Promise<Wire<AppStats>[]> {
  return rowsOf<AppStats>(await call({ method: 'GET', path: 'stats/apps', query: { hours } }))
}
