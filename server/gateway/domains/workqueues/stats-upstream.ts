import { entityOf, rowsOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import type { AppStats, PlanStats } from '#shared/domains/workqueues/stats-contract.ts'

export interface PlanStatsQuery {
  appId?: string | null | undefined
  runs?: number | null | undefined
  before?: string | null | undefined
}

/** The latest runs of a plan, and the times of its tasks. */
export async function readPlanStats(
  call: Call,
  planId: string,
  query: PlanStatsQuery,
): Promise<Wire<PlanStats>> {
  return entityOf(await call({ method: 'GET', path: apiPath`stats/plans/${planId}`, query: { ...query } }))
}

/** The runs of each app, now and by hour. */
export async function readAppStats(call: Call, hours?: number): Promise<Wire<AppStats>[]> {
  return rowsOf<AppStats>(await call({ method: 'GET', path: 'stats/apps', query: { hours } }))
}
