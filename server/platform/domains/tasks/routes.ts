import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  backlogRow,
  restartBody,
  summaryQuery,
  task as taskSchema,
  taskFilters,
  type Task,
} from '#shared/domains/tasks/contract.ts'
import { id, text } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Bulk } from '#server/platform/bulk/bulk.ts'
import { registerBulk } from '#server/platform/bulk/routes.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { idParams, registerReads } from '#server/platform/plugins/generic-calls.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { requireAliasOfTasks, requireAliasOfType } from '#server/platform/queue/alias-credentials.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { Causes } from '#server/platform/runs/causes.ts'
import { readTaskFilters, searchedTaskPage, taskSortKeys, type TaskFilters } from './filters.ts'
import type { Restarter } from './restart.ts'
import type { TaskStore } from './store.ts'

export interface TaskRouteDeps {
  db: Kysely<Database>
  store: TaskStore
  causes: Causes
  restarter: Restarter
  bulk: Bulk
  clock: Clock
}

const config = { platformAccess: 'account' } as const
const restarting = accountChange('restart')
/** Tasks of a larger page, which programs read, are listed without why. */
const MAX_EXPLAINED = 200
const aliasParams = z.object({ id, alias: text(100) })

/** Reads and restarts tasks; they are created and changed with their workqueue. */
export async function taskRoutes(app: FastifyInstance, deps: TaskRouteDeps): Promise<void> {
  const { db, store, causes, restarter, bulk, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  async function requireScope(accountId: string, { appId, workQueueId }: TaskFilters): Promise<void> {
    await requireOwn(db, accountId, 'apps', appId)
    await requireOwn(db, accountId, 'workqueues', workQueueId)
  }

  const summary = {
    config: { ...config, appCalls: 'filtered' },
    schema: {
      querystring: summaryQuery,
      summary: 'Tasks that are started or queued now, or that failed inside the dates',
      answer: { body: z.object({ data: z.array(taskSchema) }) },
    },
  } as const
  api.get('/tasks/summary', summary, async (request) => {
    const accountId = accountIdOf(request)
    await requireOwn(db, accountId, 'apps', request.query.appId)
    const tasks = await store.summary(accountId, request.query)
    return { data: request.query.status === 'failed' ? tasks : await causes.ofTasks(accountId, tasks) }
  })

  /** The tasks of a page; those that run or are queued with why. */
  async function explained(accountId: string, tasks: Task[]): Promise<Task[]> {
    const live = tasks.filter(({ status }) => status === 'started' || status === 'queued')
    if (live.length === 0) return tasks
    const byId = new Map((await causes.ofTasks(accountId, live)).map((task) => [task._id, task]))
    return tasks.map((task) => byId.get(task._id) ?? task)
  }

  const backlog = {
    querystring: z.strictObject({}),
    summary: 'What waits and runs now, by type and alias',
    answer: { body: z.array(backlogRow) },
  }
  api.get('/tasks/backlog', { config, schema: backlog }, async (request) =>
    store.backlog(accountCallerOf(request).accountId),
  )

  registerReads(app, {
    table: 'tasks',
    entity: taskSchema,
    page: searchedTaskPage,
    filters: readTaskFilters,
    sortKeys: taskSortKeys,
    store: {
      ...store,
      async list(accountId, filters, page) {
        const { data, ...counted } = await store.list(accountId, filters, page)
        return { data: page.pagesize > MAX_EXPLAINED ? data : await explained(accountId, data), ...counted }
      },
      async find(accountId, taskId) {
        const task = await store.find(accountId, taskId)
        return task && causes.ofTask(accountId, task)
      },
    },
    feature: 'why',
    listFeature: 'taskSearch',
    appCalls: { lists: 'filtered', one: 'tasks' },
    workersToo: true,
    checkFilters: requireScope,
  })

  registerBulk(app, {
    db,
    clock,
    bulk,
    url: '/tasks/bulk/restart',
    action: 'restart-tasks',
    table: 'tasks',
    filters: taskFilters,
    summary: 'Restart many failed tasks, or move queued ones to another alias, by ids or by filter',
    async choose(accountId, filters, limit, alias) {
      await requireScope(accountId, filters)
      return restarter.choose(accountId, filters, limit, alias)
    },
    requireAlias: (accountId, ids, alias) => requireAliasOfTasks(db, accountId, ids, alias),
  })

  /** A task would wait forever on an alias that its worker does not have. */
  async function requireAlias(accountId: string, taskId: string, alias: string): Promise<void> {
    const task = await store.find(accountId, taskId)
    if (!task) throw notFound('tasks')
    await requireAliasOfType(db, accountId, task.type, alias)
  }

  async function restart(
    request: FastifyRequest,
    taskId: string,
    { downstream, reason }: z.output<typeof restartBody>,
    alias?: string,
  ): Promise<Task> {
    const accountId = accountIdOf(request)
    const author = authorOf(request, clock)
    if (alias !== undefined) await requireAlias(accountId, taskId, alias)
    const how = { ...(alias && { alias }), ...(downstream && { downstream }), ...(reason && { reason }) }
    const record = await restarter.restart(accountId, author, taskId, how)
    await recordAudit(db, accountId, author, record)
    const task = await store.find(accountId, taskId)
    if (!task) throw notFound('tasks')
    return task
  }

  const restarted = {
    body: restartBody,
    summary: 'Restart a failed task and what was held back by it, or at once one that waits for its retry',
    answer: { body: taskSchema },
  }
  api.post(
    '/tasks/:id/restart',
    { config: { ...restarting, appCalls: 'tasks' }, schema: { ...restarted, params: idParams } },
    (request) => restart(request, request.params.id, request.body),
  )

  api.post(
    '/tasks/:id/restart/alias/:alias',
    { config: restarting, schema: { ...restarted, params: aliasParams } },
    (request) => restart(request, request.params.id, request.body, request.params.alias),
  )
}
