import { pageQuery, type PageArgs } from '#server/gateway/graphql/page.ts'
import {
  entityOf,
  isWire,
  moment,
  pageOf,
  rowsOf,
  wireId,
  wires,
  type Wire,
} from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'

export interface TaskQuery extends PageArgs {
  appId?: string | null | undefined
  type?: readonly string[] | null | undefined
  status?: readonly string[] | null | undefined
  createdAfter?: string | null | undefined
  createdBefore?: string | null | undefined
}

export interface SummaryQuery {
  appId: string
  status: string
  startDate: string
  endDate: string
}

export async function listTasks(call: Call, query: TaskQuery) {
  const { appId, type, status, createdAfter, createdBefore } = query
  const created = { 'created[$gte]': createdAfter, 'created[$lte]': createdBefore }
  return pageOf(
    await call({
      method: 'GET',
      path: 'tasks',
      query: { ...pageQuery(query), appId, type, status, ...created },
    }),
  )
}

/** Tasks of one status: those that are in it now, or that failed inside the dates (contract section 4). */
export async function tasksSummary(call: Call, query: SummaryQuery): Promise<Wire[]> {
  return rowsOf(await call({ method: 'GET', path: 'tasks/summary', query: { ...query } }))
}

/** Every task of a workqueue by id, read for the hub: a refusal ends nobody's session. */
export async function readTasks(call: Call, workqueueId: string): Promise<ReadonlyMap<string, Wire>> {
  const path = apiPath`workqueues/${workqueueId}`
  const workqueue = entityOf(await call({ method: 'GET', path, purpose: 'rights-check' }))
  return new Map(wires('tasks')(workqueue).map((task) => [wireId(task), task]))
}

/** Restarts a failed task (spec section 7: the id goes in the body as well). */
export async function restartTask(call: Call, id: string): Promise<Wire> {
  return entityOf(await call({ method: 'POST', path: `${taskPath(id)}/restart`, body: { taskId: id } }))
}

/** Restarts a failed task on another alias; the body repeats both. */
export async function restartTaskWithAlias(call: Call, id: string, aliasName: string): Promise<Wire> {
  const path = apiPath`tasks/${id}/restart/alias/${aliasName}`
  return entityOf(await call({ method: 'POST', path, body: { taskId: id, aliasName } }))
}

export interface LogPage {
  before?: string | null | undefined
  limit?: number | null | undefined
}

/** The log entries of a workqueue, flattened from their tasks, oldest first: the newest, or those before one of them. */
export async function workqueueLogs(
  call: Call,
  workqueueId: string,
  { before, limit }: LogPage = {},
): Promise<Wire[]> {
  const path = apiPath`workqueues/${workqueueId}/logs`
  return flattenLogs(await call({ method: 'GET', path, query: { athena: true, before, limit } }))
}

/** Entries by task id, an entity in `data`, or one plain list: all become one list, oldest first. */
export function flattenLogs(answer: unknown): Wire[] {
  const inner = isWire(answer) && 'data' in answer ? answer['data'] : answer
  const entries = Array.isArray(inner)
    ? inner.filter(isWire)
    : isWire(inner)
      ? Object.keys(inner).flatMap((taskId) => wires(taskId)(inner).map((entry) => ({ taskId, ...entry })))
      : []
  const at = moment('timestamp')
  return entries
    .map((entry) => ({ entry, at: at(entry) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ entry }) => entry)
}

const taskPath = (id: string) => apiPath`tasks/${id}`
