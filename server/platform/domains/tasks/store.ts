import { expressionBuilder, sql, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { z } from 'zod'
import { isScriptType, SCRIPT_TYPE_PREFIX } from '#shared/domains/tasks/constants.ts'
import type { BacklogRow, summaryQuery, Task, TaskStatus } from '#shared/domains/tasks/contract.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import { systemClock, type Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  allOf,
  countRows,
  createdBetween,
  type Conditions,
  oneOf,
  orderOf,
  readPage,
  readPageRows,
  type OrderTerm,
  type PageRequest,
} from '#server/platform/db/listing.ts'
import { listedTaskAliases, wireTaskRow } from '#server/platform/runs/rows.ts'
import { areResting, type SearchedTasks, type TaskFilters, type TaskSortKey } from './filters.ts'
import { findTasks, taskTermsOf } from './search-list.ts'

export type TaskSummaryFilters = z.output<typeof summaryQuery>

const withRun = (db: Kysely<Database>) =>
  db.selectFrom('tasks').innerJoin('workqueues', 'workqueues.id', 'tasks.workqueue_id')
type TasksWithRun = ExpressionBuilder<Database, 'tasks' | 'workqueues'>

export type TaskStore = ReturnType<typeof createTaskStore>

/** The index of scripts is only used by a condition like its own. */
const ofTypes = (types: readonly string[]): Conditions => [
  types.length > 0 && oneOf('tasks.type', types),
  types.length > 0 &&
    types.every(isScriptType) &&
    sql<SqlBool>`starts_with(tasks.type, ${sql.lit(SCRIPT_TYPE_PREFIX)})`,
]

/** Tasks as routes read them; only the engine changes them. Every statement names the account. */
export function createTaskStore(db: Kysely<Database>, clock: Pick<Clock, 'now'> = systemClock) {
  const matches = (accountId: string, { appId, workQueueId, type, alias, status, ...range }: TaskFilters) => {
    const eb: TasksWithRun = expressionBuilder()
    return allOf([
      eb('tasks.account_id', '=', accountId),
      appId !== undefined && eb('tasks.app_id', '=', appId),
      workQueueId !== undefined && eb('tasks.workqueue_id', '=', workQueueId),
      ...ofTypes(type ?? []),
      alias?.length && oneOf('tasks.alias', alias),
      status?.length && inStatus(eb, accountId, status),
      ...createdBetween(eb, 'tasks.created', range),
    ])
  }
  const matching = (accountId: string, filters: TaskFilters) => withRun(db).where(matches(accountId, filters))
  /** The same rows; without the join, where no condition needs it. */
  const counted = (accountId: string, filters: TaskFilters) =>
    foundByRuns(filters.status ?? [])
      ? matching(accountId, filters)
      : db.selectFrom('tasks').where(matches(accountId, filters))

  async function list(
    accountId: string,
    filters: TaskFilters,
    page: PageRequest<TaskSortKey>,
  ): Promise<Page<Task>> {
    const order = orderOf(page.sort, { column: (name) => `tasks.${name}` })
    if (taskTermsOf(filters)) return listSearched(accountId, filters, page, order)
    const query = matching(accountId, filters).select(listedTaskAliases)
    const { data, total } = await readPage(db, query, order, page, counted(accountId, filters))
    return { data: data.map(wireTaskRow), total }
  }

  async function listSearched(
    accountId: string,
    filters: TaskFilters,
    page: PageRequest<TaskSortKey>,
    order: readonly OrderTerm[],
  ): Promise<SearchedTasks<Task>> {
    const { ids, more, searchedTo } = await findTasks(db, accountId, filters, {
      now: clock.now(),
      oldestFirst: order[0]?.column === 'tasks.created' && !order[0].descending,
      wanted: offsetOf(page) + page.pagesize,
    })
    const found = withRun(db)
      .select(listedTaskAliases)
      .where('tasks.account_id', '=', accountId)
      .where(oneOf('tasks.id', ids))
    const rows = await readPageRows(found, order, page)
    return { data: rows.map(wireTaskRow), total: ids.length, more, searchedTo }
  }

  return {
    matching,
    list,
    count: async (accountId: string, filters: TaskFilters) =>
      taskTermsOf(filters)
        ? (await findTasks(db, accountId, filters, { now: clock.now() })).ids.length
        : countRows(counted(accountId, filters)),

    async find(accountId: string, id: string): Promise<Task | null> {
      const row = await withRun(db)
        .select(listedTaskAliases)
        .where('tasks.account_id', '=', accountId)
        .where('tasks.id', '=', id)
        .executeTakeFirst()
      return row ? wireTaskRow(row) : null
    },

    /**
     * Started, queued: the tasks now in that status that entered it by `endDate`. Failed: those that failed
     * inside the dates. Newest first, at most 9,999.
     */
    async summary(accountId: string, query: TaskSummaryFilters): Promise<Task[]> {
      const { appId, status, startDate, endDate } = query
      const entered = sql.ref<Date>(`tasks.${status === 'failed' ? 'failed_at' : status}`)
      const eb: TasksWithRun = expressionBuilder()
      const rows = await withRun(db)
        .select(listedTaskAliases)
        .where('tasks.account_id', '=', accountId)
        .where(
          allOf([
            appId !== undefined && eb('tasks.app_id', '=', appId),
            status === 'failed' ? eb(entered, 'is not', null) : inStatus(eb, accountId, [status]),
            status === 'failed' && startDate !== undefined && eb(entered, '>=', new Date(startDate)),
            endDate !== undefined && eb(entered, '<=', new Date(endDate)),
          ]),
        )
        .orderBy(entered, 'desc')
        .orderBy('tasks.id', 'desc')
        .limit(MAX_PAGE_SIZE)
        .execute()
      return rows.map(wireTaskRow)
    },

    /** Waiting and running tasks by type and alias, longest queue first. */
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

/**
 * The tasks in one of these statuses. No index contains the status of a started or waiting task, so these are
 * found through their runs: a run that has completed or was cancelled has none of them.
 */
function inStatus(eb: TasksWithRun, accountId: string, statuses: readonly TaskStatus[]) {
  if (areResting(statuses)) return oneOf('tasks.resting', statuses)
  if (!foundByRuns(statuses)) return oneOf('tasks.status', statuses)
  return allOf([
    oneOf('tasks.status', statuses),
    eb('workqueues.account_id', '=', accountId),
    sql<SqlBool>`workqueues.status in ('notstarted', 'started', 'failed')`,
  ])
}

/** Whether the condition on these statuses is also one on the runs. */
const foundByRuns = (statuses: readonly TaskStatus[]) =>
  statuses.length > 0 && statuses.every((status) => status === 'started' || status === 'notstarted')

interface BacklogRecord extends Omit<BacklogRow, 'oldestQueued' | 'oldestStarted'> {
  oldest_queued: Date | null
  oldest_started: Date | null
}
