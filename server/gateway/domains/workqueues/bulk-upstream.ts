import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { mapBounded } from '#server/lib/map-bounded.ts'
import { entityOf, text, wireId, wires, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { checkSelected } from './selection.ts'

/** Calls of one request that are under way at the platform at the same time. */
const PARALLEL_CALLS = 8
/** Rows of one action on many at most. */
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
export async function cancelMatching(call: Call, runs: MatchingRuns, requestId: string): Promise<Wire> {
  const { appId, status, tags, createdAfter, createdBefore } = runs
  const filter = {
    appId,
    ...(status?.length && { status }),
    ...(tags?.length && { tags }),
    ...(createdAfter && { 'created[$gte]': createdAfter }),
    ...(createdBefore && { 'created[$lte]': createdBefore }),
  }
  const receipt = await onMany(call, 'workqueues/bulk/cancel', { filter, requestId })
  if (receipt) return receipt
  throw new AppError('NOT_FOUND', 'This platform does it one by one only: select the rows of a page')
}

/**
 * Restarts the failed tasks of these runs. CONFLICT when there are none. A platform without the call is asked for each
 * task by itself; the receipt of that is whole, and nobody keeps it (`kept: false`).
 */
export async function restartFailed(call: Call, runs: readonly string[], requestId: string): Promise<Wire> {
  const found = await mapBounded([...new Set(runs)], PARALLEL_CALLS, async (id) => {
    const run = entityOf(await call({ method: 'GET', path: apiPath`workqueues/${id}` }))
    return wires('tasks')(run).filter((task) => task['status'] === 'failed')
  })
  const tasks = found.flat()
  if (tasks.length === 0) throw new AppError('CONFLICT', 'None of these workqueues has a failed task')
  if (tasks.length > MOST)
    throw new AppError('BAD_REQUEST', `These are more than ${MOST} tasks: select fewer`)
  const receipt = await onMany(call, 'tasks/bulk/restart', { ids: tasks.map(wireId), requestId })
  return receipt ?? restartEach(call, tasks)
}

async function restartEach(call: Call, tasks: readonly Wire[]): Promise<Wire> {
  checkSelected('tasks', tasks)
  const created = new Date().toISOString()
  const results = await mapBounded(tasks, PARALLEL_CALLS, async (task) => {
    const row = { id: wireId(task), name: text('name')(task) }
    try {
      await call({ method: 'POST', path: apiPath`tasks/${row.id}/restart`, body: { taskId: row.id } })
      return { ...row, ok: true }
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'SESSION_ENDED') throw error
      return { ...row, ok: false, error: error.message }
    }
  })
  const failed = results.filter(({ ok }) => !ok).length
  return {
    _id: newId(),
    kept: false,
    action: 'restart-tasks',
    created,
    ended: new Date().toISOString(),
    total: results.length,
    done: results.length - failed,
    failed,
    results,
  }
}

/** The receipt of an action on many rows, as it is now. */
export async function getReceipt(call: Call, id: string): Promise<Wire> {
  return entityOf(await call({ method: 'GET', path: apiPath`receipts/${id}` }))
}

/** Null from a platform that has no such call on many rows. */
async function onMany(call: Call, path: string, body: object): Promise<Wire | null> {
  try {
    return entityOf(await call({ method: 'POST', path, body }))
  } catch (error) {
    if (error instanceof AppError && [404, 405, 501].includes(error.statusCode)) return null
    throw error
  }
}
