import { sql, type Kysely, type SqlBool } from 'kysely'
import type { z } from 'zod'
import type {
  BacklogRow,
  summaryQuery,
  Task,
  taskFilters,
  TaskStatus,
} from '#shared/domains/tasks/contract.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { type Page } from '#shared/lib/wire.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  createdBetween,
  equals,
  oneOf,
  orderBy,
  selectCount,
  selectPage,
  since,
  until,
  type Condition,
  type PageRequest,
} from '#server/platform/db/listing.ts'
import { listedTaskList, wireTaskRow, type ListedTaskRow } from '#server/platform/runs/rows.ts'

export type TaskFilters = z.output<typeof taskFilters>
export type SummaryQuery = z.output<typeof summaryQuery>

export const taskSortKeys = ['created', 'queued', 'started', 'ended', 'name', 'type', 'status'] as const
export type TaskSortKey = (typeof taskSortKeys)[number]
const sortColumns = {
  created: 'tasks.created',
  queued: 'tasks.queued',
  started: 'tasks.started',
  ended: 'tasks.ended',
  name: 'tasks.name',
  type: 'tasks.type',
  status: 'tasks.status',
}

const from = sql`tasks join workqueues on workqueues.id = tasks.workqueue_id`

export type TaskStore = ReturnType<typeof createTaskStore>

/** Tasks as routes read them; only the engine changes them. Every statement names the account. */
export function createTaskStore(db: Kysely<Database>) {
  const selection = (accountId: string, filters: TaskFilters) => ({
    columns: listedTaskList,
    from,
    counted: foundByRuns(filters.status ?? []) ? from : sql`tasks`,
    where: allOf([
      equals('tasks.account_id', accountId),
      filters.appId !== undefined && equals('tasks.app_id', filters.appId),
      filters.workQueueId !== undefined && equals('tasks.workqueue_id', filters.workQueueId),
      filters.type?.length && oneOf('tasks.type', filters.type),
      filters.status?.length && inStatus(accountId, filters.status),
      ...createdBetween('tasks.created', filters),
    ]),
  })

  async function list(
    accountId: string,
    filters: TaskFilters,
    page: PageRequest<TaskSortKey>,
  ): Promise<Page<Task>> {
    const order = orderBy(sortColumns, page.sort, { created: 'tasks.created', id: 'tasks.id' })
    const { data, total } = await selectPage<ListedTaskRow>(db, selection(accountId, filters), order, page)
    return { data: data.map(wireTaskRow), total }
  }

  return {
    selection,
    list,
    count: (accountId: string, filters: TaskFilters) => selectCount(db, selection(accountId, filters)),

    async find(accountId: string, id: string): Promise<Task | null> {
      const { rows } = await sql<ListedTaskRow>`
        select ${listedTaskList} from ${from}
        where tasks.account_id = ${accountId} and tasks.id = ${id}`.execute(db)
      return rows[0] ? wireTaskRow(rows[0]) : null
    },

    /**
     * Started, queued: the tasks now in that status that entered it by `endDate`. Failed: those that failed inside
     * the dates. Newest first, at most 9,999.
     */
    async summary(accountId: string, query: SummaryQuery): Promise<Task[]> {
      const { appId, status, startDate, endDate } = query
      const entered = { started: 'tasks.started', queued: 'tasks.queued', failed: 'tasks.failed_at' }[status]
      const where = allOf([
        equals('tasks.account_id', accountId),
        appId !== undefined && equals('tasks.app_id', appId),
        status === 'failed' ? sql<SqlBool>`tasks.failed_at is not null` : inStatus(accountId, [status]),
        status === 'failed' && startDate !== undefined && since(entered, startDate),
        endDate !== undefined && until(entered, endDate),
      ])
      const { rows } = await sql<ListedTaskRow>`
        select ${listedTaskList} from ${from} where ${where}
        order by ${sql.ref(entered)} desc, tasks.id desc limit ${MAX_PAGE_SIZE}`.execute(db)
      return rows.map(wireTaskRow)
    },

    /** What waits and runs now, by type and alias, longest queue first. */
    async backlog(accountId: string): Promise<BacklogRow[]> {
      const { rows } = await sql<BacklogRecord>`
        select type, alias,
          count(*) filter (where status = 'retry')::int as retry,
          count(*) filter (where status = 'queued')::int as queued,
          count(*) filter (where status = 'started')::int as started,
          min(queued) filter (where status = 'queued') as oldest_queued,
          min(started) filter (where status = 'started') as oldest_started
        from (
          select type, alias, status, queued, started from tasks
          where account_id = ${accountId} and resting in ('queued', 'started', 'retry')
          union all
          select type, alias, tasks.status, queued, tasks.started
          from workqueues join tasks on tasks.workqueue_id = workqueues.id
          where workqueues.account_id = ${accountId} and workqueues.holders <> '{}' and tasks.holder is not null
        ) as live
        group by type, alias
        order by 4 desc, type, alias`.execute(db)
      return rows.map(({ oldest_queued, oldest_started, ...counts }) => ({
        ...counts,
        oldestQueued: oldest_queued?.toISOString() ?? null,
        oldestStarted: oldest_started?.toISOString() ?? null,
      }))
    },
  }
}

/** Those that a task may stay in; an index finds tasks by them (see 0001-start.sql). */
const restingStatuses: readonly TaskStatus[] = ['queued', 'retry', 'failed', 'skipped']

/**
 * The tasks in one of these statuses. No index holds the status of a task that is on its way, so those that are
 * not over are found through their runs: neither stands in a run that has completed or was cancelled.
 */
function inStatus(accountId: string, statuses: readonly TaskStatus[]): Condition {
  if (statuses.every((status) => restingStatuses.includes(status))) return oneOf('tasks.resting', statuses)
  if (!foundByRuns(statuses)) return oneOf('tasks.status', statuses)
  return allOf([
    oneOf('tasks.status', statuses),
    equals('workqueues.account_id', accountId),
    sql<SqlBool>`workqueues.status in ('notstarted', 'started', 'failed')`,
  ])
}

/** Whether the condition on these statuses is one on the runs too. */
const foundByRuns = (statuses: readonly TaskStatus[]) =>
  statuses.length > 0 && statuses.every((status) => status === 'started' || status === 'notstarted')

interface BacklogRecord extends Omit<BacklogRow, 'oldestQueued' | 'oldestStarted'> {
  oldest_queued: Date | null
  oldest_started: Date | null
}
