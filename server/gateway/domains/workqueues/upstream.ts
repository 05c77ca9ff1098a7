import { type PageArgs, pageQuery, type WirePage } from '#server/gateway/graphql/page.ts'
import { entityOf, inApp, isWire, pageOf, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { mapBounded } from '#server/lib/concurrency.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'

/** Cancels of one request that are in flight at the same time. */
const PARALLEL_CANCELS = 8

export interface WorkqueueQuery extends PageArgs {
  appId: string
  status?: readonly string[] | null
  tags?: readonly string[] | null
  createdAfter?: string | null
  createdBefore?: string | null
  root?: boolean | null
  parentId?: string | null
  search?: string | null
  stuck?: boolean | null
}

/** A page of runs; `more`: with a search, whether there are more than `total`. */
export interface WorkqueuePage extends WirePage<Workqueue> {
  more: boolean | null
}

/** The query without the filters that the platform lacks. */
export function supported<Query extends Partial<WorkqueueQuery>>(
  query: Query,
  features: readonly string[],
): Query {
  return {
    ...query,
    ...(features.includes('attempts') ? {} : { root: null, parentId: null }),
    ...(features.includes('search') ? {} : { search: null }),
    ...(features.includes('attention') ? {} : { stuck: null }),
  }
}

/** The result of one cancelled row: the workqueue, or why it was refused. */
export interface CancelResult {
  id: string
  workqueue: Wire<Workqueue> | null
  error: string | null
}

export async function listWorkqueues(call: Call, query: WorkqueueQuery): Promise<WorkqueuePage> {
  const { appId, status, tags, createdAfter, createdBefore, root, parentId, search, stuck } = query
  const answer = await call({
    method: 'GET',
    path: 'workqueues',
    query: {
      appId,
      ...pageQuery(query),
      status: status?.length ? status : undefined,
      tags: tags?.length ? tags : undefined,
      'created[$gte]': createdAfter,
      'created[$lte]': createdBefore,
      root: root ? true : undefined,
      parentId,
      stuck: stuck ? true : undefined,
      search: search?.trim() ? search : undefined,
    },
  })
  const more = isWire(answer) ? answer['more'] : null
  const { rows, total } = pageOf<Workqueue>(answer, query.perPage)
  return {
    rows: rows.map((row) => inApp(row, appId)),
    total,
    more: typeof more === 'boolean' ? more : null,
  }
}

export async function getWorkqueue(call: Call, id: string): Promise<Wire<Workqueue>> {
  return entityOf(await call({ method: 'GET', path: workqueuePath(id) }))
}

/** Where a run is started; a repeated request of the same name starts no second run. */
export interface StartRequest {
  appId: string
  requestId?: string | null | undefined
}

/** Submits a full definition. */
export async function startWorkqueue(
  call: Call,
  { appId, requestId }: StartRequest,
  definition: unknown,
): Promise<Wire<Workqueue>> {
  if (!isWire(definition)) throw faultOf('definition', 'must be a JSON object')
  const requestName = requestId ?? undefined
  const answer = await call({
    method: 'POST',
    path: 'workqueues',
    query: { appId },
    body: definition,
    requestName,
  })
  return inApp(entityOf(answer), appId)
}

/** Starts a saved plan by its id. */
export async function startPlan(
  call: Call,
  { appId, requestId }: StartRequest,
  plan: string,
  initialState: unknown,
): Promise<Wire<Workqueue>> {
  const body = { plan, initialState }
  const requestName = requestId ?? undefined
  const answer = await call({ method: 'POST', path: 'workqueues', query: { appId }, body, requestName })
  return inApp(entityOf(answer), appId)
}

export async function noteWorkqueue(call: Call, id: string, text: string): Promise<Wire<Workqueue>> {
  return entityOf(await call({ method: 'PUT', path: `${workqueuePath(id)}/note`, body: { text } }))
}

/** One call per workqueue, in parallel; a refusal does not stop the others. */
export function cancelWorkqueues(call: Call, ids: readonly string[]): Promise<CancelResult[]> {
  return mapBounded([...new Set(ids)], PARALLEL_CANCELS, async (id) => {
    try {
      const path = `${workqueuePath(id)}/end`
      const workqueue = entityOf<Workqueue>(
        await call({ method: 'POST', path, body: { status: 'cancelled' } }),
      )
      return { id, workqueue, error: null }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SESSION_ENDED') throw error
      return { id, workqueue: null, error: error.message }
    }
  })
}

const workqueuePath = (id: string) => apiPath`workqueues/${id}`

/** A workqueue read for the hub: a refusal does not end a session. */
export async function readWorkqueue(call: Call, id: string): Promise<Wire<Workqueue>> {
  return entityOf(await call({ method: 'GET', path: workqueuePath(id), purpose: 'rights-check' }))
}

/** Rows of one action; a page of the list has no more. */
const MAX_SELECTED = 1000

/** Throws BAD_REQUEST with the name of the argument for too many rows, because each costs its own calls. */
export function checkSelected(argument: string, rows: readonly unknown[]): void {
  if (rows.length <= MAX_SELECTED) return
  throw new AppError('BAD_REQUEST', `${argument}: at most ${MAX_SELECTED} at a time`)
}
