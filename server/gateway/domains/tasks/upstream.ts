import { type PageArgs, pageQuery, type WirePage } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { entitiesIn, entityOf, isWire, pageOf, rowsOf, type Wire, wireId } from '#server/gateway/lib/wire.ts'
import type { Call } from '#server/gateway/upstream/call.ts'
import { apiPath } from '#server/gateway/upstream/path.ts'
import { scriptSummary, type ScriptSummary } from '#shared/domains/scripts/contract.ts'
import { scriptTaskType } from '#shared/domains/scripts/rules.ts'
import { builtinTypes } from '#shared/domains/tasks/constants.ts'
import { logEntry, type LogEntry, type Task } from '#shared/domains/tasks/contract.ts'
import { aliasesOfType, worker, type Worker } from '#shared/domains/workers/contract.ts'
import { workqueue, type Workqueue } from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'

const tasksOf = readers(workqueue).entities('tasks')
const timestampOf = readers(logEntry).moment('timestamp')
const typeOf = readers(worker).text('type')
const scriptNameOf = readers(scriptSummary).text('name')

const { data: aliasesAnswer } = aliasesOfType.shape
const aliasesOf = readers(aliasesAnswer).entities('aliases')
const aliasNameOf = readers(aliasesAnswer.shape.aliases.element).text('name')

const taskPath = (id: string) => apiPath`tasks/${id}`

export interface TaskQuery extends PageArgs {
  appId?: string | null | undefined
  type?: readonly string[] | null | undefined
  alias?: readonly string[] | null | undefined
  status?: readonly string[] | null | undefined
  createdAfter?: string | null | undefined
  createdBefore?: string | null | undefined
  search?: string | null | undefined
}

/** A page of tasks. With a search: whether there are, or may be, more than `total`, and how far back was searched. */
export interface SearchedTaskPage extends WirePage<Task> {
  more: boolean | null
  searchedTo: string | null
}

export interface TasksSummaryQuery {
  appId: string
  status: string
  startDate: string
  endDate: string
}

export async function listTasks(call: Call, query: TaskQuery): Promise<SearchedTaskPage> {
  const { appId, type, alias, status, createdAfter, createdBefore, search } = query
  const created = { 'created[$gte]': createdAfter, 'created[$lte]': createdBefore }
  const answer = await call({
    method: 'GET',
    path: 'tasks',
    query: { ...pageQuery(query), appId, type, alias, status, ...created, search },
  })
  const [more, searchedTo] = isWire(answer) ? [answer['more'], answer['searchedTo']] : []
  return {
    ...pageOf<Task>(answer, query.perPage),
    more: typeof more === 'boolean' ? more : null,
    searchedTo: typeof searchedTo === 'string' ? searchedTo : null,
  }
}

/**
 * Tasks of one status: those that have it now, or that failed inside the dates. A platform need not repeat the status in
 * its rows.
 */
export async function tasksSummary(call: Call, query: TasksSummaryQuery): Promise<Wire<Task>[]> {
  const answer = await call({ method: 'GET', path: 'tasks/summary', query: { ...query } })
  return rowsOf<Task>(answer).map((row) => (row.status ? row : { ...row, status: query.status }))
}

/** Every task of a workqueue by id, read for the hub: a refusal does not end a session. */
export async function readTasks(call: Call, workqueueId: string): Promise<ReadonlyMap<string, Wire<Task>>> {
  const path = apiPath`workqueues/${workqueueId}`
  const run = entityOf<Workqueue>(await call({ method: 'GET', path, purpose: 'rights-check' }))
  return new Map(tasksOf(run).map((task) => [wireId(task), task]))
}

/** Restarts a failed task; the body repeats the id. */
export async function restartTask(call: Call, id: string): Promise<Wire<Task>> {
  return entityOf(await call({ method: 'POST', path: `${taskPath(id)}/restart`, body: { taskId: id } }))
}

/** Restarts a failed task on another alias; the body repeats both. */
export async function restartTaskWithAlias(call: Call, id: string, aliasName: string): Promise<Wire<Task>> {
  const path = apiPath`tasks/${id}/restart/alias/${aliasName}`
  return entityOf(await call({ method: 'POST', path, body: { taskId: id, aliasName } }))
}

/** Restarts a task, also one that has ended, with everything that comes after it. */
export async function restartTaskFrom(call: Call, id: string, reason: string): Promise<Wire<Task>> {
  const body = { taskId: id, downstream: true, reason }
  return entityOf(await call({ method: 'POST', path: `${taskPath(id)}/restart`, body }))
}

/** Ends a task in the place of its worker; without outputs with an empty result. */
export async function completeTask(
  call: Call,
  id: string,
  body: { reason: string; outputs?: JsonObject },
): Promise<Wire<Task>> {
  return entityOf(await call({ method: 'POST', path: `${taskPath(id)}/complete`, body }))
}

export async function skipTask(call: Call, id: string, reason: string): Promise<Wire<Task>> {
  return entityOf(await call({ method: 'POST', path: `${taskPath(id)}/skip`, body: { reason } }))
}

export interface LogPageQuery {
  before?: string | null | undefined
  limit?: number | null | undefined
}

/**
 * The log entries of a workqueue, flattened from their tasks, oldest first: the newest ones, or those before
 * `before`.
 */
export async function workqueueLogs(
  call: Call,
  workqueueId: string,
  { before, limit }: LogPageQuery = {},
): Promise<Wire<LogEntry>[]> {
  const path = apiPath`workqueues/${workqueueId}/logs`
  return flattenLogs(await call({ method: 'GET', path, query: { athena: true, before, limit } }))
}

/**
 * Entries by task id, an entity in `data`, or one plain list become one list, oldest first. An entry without an id is known
 * by its place: later entries follow it.
 */
export function flattenLogs(answer: unknown): Wire<LogEntry>[] {
  const inner = isWire(answer) && 'data' in answer ? answer['data'] : answer
  const entries = Array.isArray(inner)
    ? entitiesIn(inner)
    : isWire(inner)
      ? Object.keys(inner).flatMap((taskId) =>
          entitiesIn(inner[taskId]).map((entry) => ({ taskId, ...entry })),
        )
      : []
  return entries
    .map((entry) => ({ entry, at: timestampOf(entry) }))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    .map(({ entry }, place) => (wireId(entry) === '' ? { ...entry, _id: `entry ${place}` } : entry))
}

/** The task types that a filter and the editor of plans offer: those of the workers and scripts and the built-in ones, sorted. */
export async function listTaskTypes(call: Call, runsScripts: boolean): Promise<string[]> {
  const query = { page: 1, pagesize: MAX_PAGE_SIZE }
  const [workers, scripts] = await Promise.all([
    call({ method: 'GET', path: 'workers', query }),
    runsScripts ? call({ method: 'GET', path: 'scripts', query }) : [],
  ])
  const types = [
    ...pageOf<Worker>(workers).rows.map(typeOf),
    ...pageOf<ScriptSummary>(scripts).rows.map((script) => scriptTaskType(scriptNameOf(script))),
  ]
  return [...new Set([...types, ...builtinTypes])].filter((type) => type !== '').sort()
}

/** Names of the aliases that run a type of tasks. */
export async function listTaskAliases(call: Call, type: string): Promise<string[]> {
  const answer = await call({ method: 'GET', path: apiPath`workers/bytype/${type}` })
  return aliasesOf(entityOf(answer)).map(aliasNameOf)
}
