import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { Plan, PlanRevision } from '#shared/domains/plans/contract.ts'
import { faultOf } from '#server/lib/faults.ts'
import {
  pageQuery,
  searchedPageQuery,
  type PageArgs,
  type SearchedPageArgs,
} from '#server/gateway/graphql/page.ts'
import { entityOf, inApp, isWire, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export interface PlanQuery extends SearchedPageArgs {
  /** Set by the list of one app. */
  appId?: string | null | undefined
}

export async function listPlans(call: Call, { appId, ...page }: PlanQuery) {
  const query = { ...searchedPageQuery(page), appId }
  return pageOf<Plan>(await call({ method: 'GET', path: 'plans', query }), page.perPage)
}

export async function getPlan(call: Call, id: string): Promise<Wire<Plan>> {
  return entityOf(await call({ method: 'GET', path: planPath(id) }))
}

/** Revisions of the plan, newest first, on a platform that keeps them. */
export async function listPlanRevisions(call: Call, id: string, page: PageArgs) {
  return pageOf<PlanRevision>(await call({ method: 'GET', path: revisionsPath(id), query: pageQuery(page) }))
}

/** The plan at a version. */
export async function getPlanRevision(call: Call, id: string, version: number): Promise<Wire<Plan>> {
  return entityOf(await call({ method: 'GET', path: `${revisionsPath(id)}/${version}` }))
}

export async function createPlan(call: Call, plan: unknown): Promise<Wire<Plan>> {
  return entityOf(await call({ method: 'POST', path: 'plans', body: planBody(plan) }))
}

/** The body is the whole edited plan. */
export async function updatePlan(call: Call, id: string, plan: unknown): Promise<Wire<Plan>> {
  return entityOf(await call({ method: 'PUT', path: planPath(id), body: planBody(plan) }))
}

export async function deletePlan(call: Call, id: string): Promise<void> {
  await call({ method: 'DELETE', path: planPath(id) })
}

/** Starts a run of the plan; returns the workqueue. */
export async function runPlan(
  call: Call,
  id: string,
  { appId, requestId }: { appId: string; requestId?: string | null | undefined },
  initialState: unknown,
): Promise<Wire<Workqueue>> {
  const path = `${planPath(id)}/run`
  const requestName = requestId ?? undefined
  const answer = await call({ method: 'POST', path, query: { appId }, body: { initialState }, requestName })
  return inApp(entityOf(answer), appId)
}

function planBody(plan: unknown): Wire {
  if (!isWire(plan)) throw faultOf('plan', 'must be a JSON object')
  return plan
}

const planPath = (id: string) => apiPath`plans/${id}`
const revisionsPath = (id: string) => `${planPath(id)}/revisions`
