import { z } from 'zod'
import { receipt } from '#shared/bulk/contract.ts'
import { task, type Task } from '#shared/domains/tasks/contract.ts'
import { workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { newId } from '#server/lib/ids.ts'
import { mapBounded } from '#server/lib/concurrency.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { entityOf, wireId, type Wire } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { checkSelected } from './upstream.ts'

/** A receipt of the platform, or of the gateway, which does not store it (`kept: false`). */
export const receiptOfGateway = receipt.extend({ kept: z.boolean().optional() })
export type ReceiptOfGateway = z.infer<typeof receiptOfGateway>

const tasksOf = readers(workqueue).entities('tasks')
const statusOf = readers(task).text('status')
const nameOf = readers(task).text('name')

/** Calls of one request that are in flight at the same time. */
const PARALLEL_CALLS = 8
/** Maximum number of rows in one bulk action. */
const MOST = 9999

export interface MatchingRuns {
  appId: string
  status?: readonly string[] | null | undefined
  tags?: readonly string[] | null | undefined
  createdAfter?: string | null | undefined
  createdBefore?: string | null | undefined
  /** Only runs that no task has started; on a platform with the feature `attempts`. */
  root?: boolean | null | undefined
}

/**
 * Cancels every run of an app that passes the filters and has not ended. Returns the receipt, whose rows may
 * still be pending. A repeated `requestId` returns the first receipt.
 */
export async function cancelMatching(
  call: Call,
  runs: MatchingRuns,
  requestId: string,
): Promise<Wire<ReceiptOfGateway>> {
  const { appId, status, tags, createdAfter, createdBefore, root } = runs
  const filter = {
    appId,
    ...(status?.length && { status }),
    ...(tags?.length && { tags }),
    ...(createdAfter && { 'created[$gte]': createdAfter }),
    ...(createdBefore && { 'created[$lte]': createdBefore }),
    ...(root && { root }),
  }
  const receipt = await onMany(call, 'workqueues/bulk/cancel', { filter, requestId })
  if (receipt) return receipt
  throw new AppError('NOT_FOUND', 'This platform does it one by one only: select the rows of a page')
}

/** Starts a run of a plan for each initial state. Returns the receipt, whose rows may still be pending. */
export async function startMany(
  call: Call,
  body: { appId: string; plan: string; states: readonly unknown[]; requestId: string },
): Promise<Wire<ReceiptOfGateway>> {
  return entityOf(await call({ method: 'POST', path: 'workqueues/bulk/start', body }))
}

/** Where restarted tasks run, and how long the platform holds the restart. */
export interface RestartMove {
  alias?: string | null | undefined
  holdSeconds?: number | null | undefined
}

/** Which failed tasks are restarted: all, or those of `only`; on their alias, or on another one. */
export interface RestartChoice extends RestartMove {
  only?: ReadonlySet<string> | null
  /** Whether one call of the platform moves many tasks, and holds them. */
  canMove?: boolean
}

/**
 * Restarts failed tasks of these runs. Throws CONFLICT when there are none. On a platform without the bulk call, and on
 * another alias without `canMove`, each task is restarted by a separate call; that receipt is complete and is not stored
 * (`kept: false`).
 */
export async function restartFailed(
  call: Call,
  runs: readonly string[],
  requestId: string,
  { only = null, alias = null, holdSeconds = null, canMove = false }: RestartChoice = {},
): Promise<Wire<ReceiptOfGateway>> {
  const found = await mapBounded([...new Set(runs)], PARALLEL_CALLS, async (id) => {
    const run = entityOf<Workqueue>(await call({ method: 'GET', path: apiPath`workqueues/${id}` }))
    return tasksOf(run).filter((row) => statusOf(row) === 'failed' && (!only || only.has(wireId(row))))
  })
  const tasks = found.flat()
  if (tasks.length === 0)
    throw new AppError(
      'CONFLICT',
      only ? 'None of these tasks has failed' : 'None of these workqueues has a failed task',
    )
  if (tasks.length > MOST)
    throw new AppError('BAD_REQUEST', `These are more than ${MOST} tasks: select fewer`)
  if (alias && !canMove) return restartEach(call, tasks, alias)
  const moved = canMove ? { alias, holdSeconds } : {}
  const body = restartBody(tasks.map(wireId), requestId, moved)
  const receipt = await onMany(call, 'tasks/bulk/restart', body)
  return receipt ?? restartEach(call, tasks, alias)
}

/** Restarts these tasks with one call; the receipt names those that cannot be. */
export async function restartTasks(
  call: Call,
  ids: readonly string[],
  requestId: string,
  moved: RestartMove,
): Promise<Wire<ReceiptOfGateway>> {
  const body = restartBody([...new Set(ids)], requestId, moved)
  return entityOf(await call({ method: 'POST', path: 'tasks/bulk/restart', body }))
}

/** The queued tasks of a type that wait for an alias, in all apps of the account. */
export interface QueuedTasks {
  type: string
  alias: string
}

/** Moves the tasks that wait in a queue to that of another alias, with one call. */
export async function moveQueued(
  call: Call,
  { type, alias }: QueuedTasks,
  requestId: string,
  { alias: to, holdSeconds }: RestartMove & { alias: string },
): Promise<Wire<ReceiptOfGateway>> {
  const filter = { type, alias, status: 'queued' }
  const body = { filter, requestId, alias: to, ...(holdSeconds && { holdSeconds }) }
  return entityOf(await call({ method: 'POST', path: 'tasks/bulk/restart', body }))
}

function restartBody(ids: readonly string[], requestId: string, { alias, holdSeconds }: RestartMove) {
  return { ids, requestId, ...(alias && { alias }), ...(holdSeconds && { holdSeconds }) }
}

async function restartEach(
  call: Call,
  tasks: readonly Wire<Task>[],
  alias: string | null,
): Promise<Wire<ReceiptOfGateway>> {
  checkSelected('tasks', tasks)
  const created = new Date().toISOString()
  const results = await mapBounded(tasks, PARALLEL_CALLS, async (entity) => {
    const row = { id: wireId(entity), name: nameOf(entity) }
    const [path, body] = alias
      ? [apiPath`tasks/${row.id}/restart/alias/${alias}`, { taskId: row.id, aliasName: alias }]
      : [apiPath`tasks/${row.id}/restart`, { taskId: row.id }]
    try {
      await call({ method: 'POST', path, body })
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

/** The current receipt of a bulk action. */
export async function getReceipt(call: Call, id: string): Promise<Wire<ReceiptOfGateway>> {
  return entityOf(await call({ method: 'GET', path: apiPath`receipts/${id}` }))
}

/** Ends an action that is held before it begins. */
export async function cancelReceipt(call: Call, id: string): Promise<Wire<ReceiptOfGateway>> {
  return entityOf(await call({ method: 'POST', path: apiPath`receipts/${id}/cancel` }))
}

/** Null from a platform without that bulk call. */
async function onMany(call: Call, path: string, body: object): Promise<Wire<ReceiptOfGateway> | null> {
  try {
    return entityOf(await call({ method: 'POST', path, body }))
  } catch (error) {
    if (error instanceof AppError && [404, 405, 501].includes(error.statusCode)) return null
    throw error
  }
}
