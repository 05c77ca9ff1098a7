import { AppError } from '../../../lib/errors.ts'
import { mapBounded } from '../../../lib/map-bounded.ts'
import type { Call } from '../../graphql/context.ts'
import { entityOf, pageOf, wireId, type Wire } from '../../graphql/wire.ts'
import { apiPath } from '../../upstream/path.ts'

/** Reads of one request that are under way at the platform at the same time. */
const PARALLEL_READS = 8
/** Rows of one action on many at most, and of one page of a list. */
const MOST = 9999

export interface MatchingRuns {
  appId: string
  status?: readonly string[] | null | undefined
  tags?: readonly string[] | null | undefined
  createdAfter?: string | null | undefined
  createdBefore?: string | null | undefined
}

/**
 * Cancels every run of an app that passes the filters and has not ended. Answers the receipt, whose rows may still wait.
 * `requestId` is the caller's: the same again is answered with the first receipt.
 */
export function cancelMatching(call: Call, runs: MatchingRuns, requestId: string): Promise<Wire> {
  const { appId, status, tags, createdAfter, createdBefore } = runs
  const filter = {
    appId,
    ...(status?.length && { status }),
    ...(tags?.length && { tags }),
    ...(createdAfter && { 'created[$gte]': createdAfter }),
    ...(createdBefore && { 'created[$lte]': createdBefore }),
  }
  return onMany(call, 'workqueues/bulk/cancel', { filter, requestId })
}

/** Restarts the failed tasks of these runs. CONFLICT when there are none. */
export async function restartFailed(call: Call, runs: readonly string[], requestId: string): Promise<Wire> {
  const found = await mapBounded([...new Set(runs)], PARALLEL_READS, async (workQueueId) => {
    const query = { workQueueId, status: ['failed'], page: 1, pagesize: MOST }
    return pageOf(await call({ method: 'GET', path: 'tasks', query })).rows.map(wireId)
  })
  const ids = found.flat()
  if (ids.length === 0) throw new AppError('CONFLICT', 'None of these workqueues has a failed task')
  if (ids.length > MOST) throw new AppError('BAD_REQUEST', `These are more than ${MOST} tasks: select fewer`)
  return onMany(call, 'tasks/bulk/restart', { ids, requestId })
}

/** The receipt of an action on many rows, as it is now. */
export async function getReceipt(call: Call, id: string): Promise<Wire> {
  return entityOf(await call({ method: 'GET', path: apiPath`receipts/${id}` }))
}

/** A platform need not have calls on many rows; then it is told what to do instead. */
async function onMany(call: Call, path: string, body: object): Promise<Wire> {
  try {
    return entityOf(await call({ method: 'POST', path, body }))
  } catch (error) {
    if (!(error instanceof AppError) || ![404, 405, 501].includes(error.statusCode)) throw error
    throw new AppError('NOT_FOUND', 'This platform does it one by one only: select the rows of a page', {
      cause: error,
    })
  }
}
