import { sql, type Kysely } from 'kysely'
import type { z } from 'zod'
import type {
  FailureGroup,
  FailureTask,
  failureFilters,
  failureTaskFilters,
} from '#shared/domains/failures/contract.ts'
import type { FailureState } from '#shared/domains/failures/states.ts'
import type { Page } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf, hasWords, orderOf, readPage, type PageRequest } from '#server/platform/db/listing.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { isWithinApps } from '#server/platform/db/row-scope.ts'
import { countedOrder } from '#server/platform/engine/progress.ts'
import { goodPlaces } from '#server/platform/failures/good-places.ts'
import { trendsOf } from '#server/platform/failures/hours.ts'
import { lastRepair, passedTask } from '#server/platform/failures/last-repair.ts'
import { canRestart } from '#server/platform/failures/left-tasks.ts'
import { heldRestarts, pastRestarts, takenUp } from '#server/platform/failures/restarts.ts'
import { stateAt, wireGroup, type GroupRow } from './group-row.ts'
import { partsOfApp } from './of-app.ts'

export type FailureFilters = z.output<typeof failureFilters>

type FailureTaskQuery = z.output<typeof failureTaskFilters> & { page: number; pagesize: number }

export const failureSortKeys = ['last', 'first', 'runs', 'tasks', 'title', 'type', 'state'] as const
export type FailureSortKey = (typeof failureSortKeys)[number]

const searchedTexts = ['failure_groups.title', 'failure_groups.type', 'failure_groups.note', 'users.email']

const shownStates: readonly FailureState[] = ['open', 'regressed']

/** The state of a task in its group. */
const taskState = sql<FailureTask['state']>`case when failure_tasks.repaired is not null then 'repaired'
  when failure_tasks.generation < failure_groups.generation then 'closed' else 'open' end`

/** The place of the failed attempt among those since the restart before it. */
const tries = sql<number | null>`coalesce(
  (select a.of_round from task_attempts a where a.task_id = failure_tasks.task_id and a.number = failure_tasks.attempt),
  case when tasks.attempt = failure_tasks.attempt then tasks.tries end)`
const retries = sql<number | null>`(tasks.retry ->> 'max')::int`

/** Tasks that have not started, of a run in which none can start. */
const waitingTasks = sql<number | null>`case when workqueues.status = 'failed'
  then workqueues.task_counts[${sql.lit(countedOrder.indexOf('notstarted') + 1)}] end`

/** Kept with what needs attention, of which an open group is a part. */
const itemOfGroup = sql`attention_items i
  where i.account_id = failure_groups.account_id and i.kind = 'failure' and i.key = failure_groups.id and i.closed is null`
const restarted = sql<FailureGroup['restarted']>`(select i.facts -> 'restarted' from ${itemOfGroup})`
const regressedAt = sql<Date | null>`(select i.since from ${itemOfGroup})`
const restartable = sql<number | null>`(select (i.facts ->> 'restartable')::int from ${itemOfGroup})`

export type FailureStore = ReturnType<typeof createFailureStore>

/** Failure groups as routes read them. Every statement names the account. */
export function createFailureStore(db: Kysely<Database>, clock: Pick<Clock, 'now'>) {
  const now = () => new Date(clock.now())
  const groups = () =>
    db
      .selectFrom('failure_groups')
      .leftJoin('users', 'users.id', 'failure_groups.owner')
      .selectAll('failure_groups')
      .select([
        'users.email as owner_email',
        restarted.as('restarted'),
        regressedAt.as('regressed_at'),
        restartable.as('restartable'),
      ])
  const inApp = (appId: string) => sql<boolean>`exists (
    select from failure_tasks m where m.group_id = failure_groups.id and m.app_id = ${appId})`
  /** By the index of runs: a task is in few groups, a group may have many tasks. */
  const withTask = (taskId: string) => sql<boolean>`failure_groups.id in (
    select m.group_id from tasks t
    join failure_tasks m on m.workqueue_id = t.workqueue_id and m.task_id = t.id
    where t.id = ${taskId})`

  async function wire(
    accountId: string,
    rows: readonly GroupRow[],
    appOnly?: string,
  ): Promise<FailureGroup[]> {
    const ids = rows.map(({ id }) => id)
    const good = await goodPlaces(db, accountId, [...new Set(rows.map(({ type }) => type))], now())
    const trends = await trendsOf(db, ids, now(), appOnly)
    const held = await heldRestarts(db, accountId, ids)
    const none = { versions: [], hosts: [], polled: [] }
    const wired = rows.map((row) =>
      wireGroup(row, good.get(row.type) ?? none, trends.get(row.id)!, held.get(row.id) ?? null, now()),
    )
    return isPart(appOnly) && wired.length > 0 ? partsOfApp(db, wired, appOnly) : wired
  }

  async function find(accountId: string, id: string, appOnly?: string): Promise<FailureGroup | null> {
    const row = await groups()
      .where('failure_groups.account_id', '=', accountId)
      .where('failure_groups.id', '=', id)
      .$if(appOnly !== undefined, (query) => query.where(inApp(appOnly!)))
      .executeTakeFirst()
    return row ? (await wire(accountId, [row], appOnly))[0]! : null
  }

  /** Whether nothing of other apps is seen. */
  const isPart = (appOnly: string | undefined) => appOnly !== undefined || isWithinApps()

  return {
    /** `appOnly`: nothing of other apps is answered. */
    async list(
      accountId: string,
      { state = [...shownStates], appId, type, taskId, search }: FailureFilters,
      page: PageRequest<FailureSortKey>,
      appOnly?: string,
    ): Promise<Page<FailureGroup>> {
      const query = groups().where((eb) =>
        allOf([
          eb('failure_groups.account_id', '=', accountId),
          // All of its tasks were cancelled or deleted.
          eb('failure_groups.tasks', '>', 0),
          sql<boolean>`${stateAt(now())} = any(${state}::text[])`,
          appId !== undefined && inApp(appId),
          type !== undefined && eb('failure_groups.type', '=', type),
          taskId !== undefined && withTask(taskId),
          ...hasWords(search, searchedTexts),
        ]),
      )
      const order = orderOf(page.sort, { column: (name) => `failure_groups.${name}`, created: 'last' })
      const { data, total } = await readPage(db, query, order, page)
      return { data: await wire(accountId, data, appOnly), total }
    },

    find,

    /** With the restarts of its tasks, and what has repaired them, unless only a part of them is seen. */
    async findWithRestarts(accountId: string, id: string, appOnly?: string): Promise<FailureGroup | null> {
      const group = await find(accountId, id, appOnly)
      if (!group || isPart(appOnly)) return group && { ...group, restarts: null, repair: null }
      const restarts = await pastRestarts(db, accountId, id)
      return { ...group, restarts, repair: await lastRepair(db, accountId, id) }
    },

    async require(accountId: string, id: string): Promise<FailureGroup> {
      const group = await find(accountId, id)
      if (!group) throw notFound('failure_groups')
      return group
    },

    /** The tasks of a group, newest failure first. */
    async tasks(
      accountId: string,
      id: string,
      { state, restartable, ...page }: FailureTaskQuery,
      appOnly?: string,
    ): Promise<Page<FailureTask>> {
      const query = db
        .selectFrom('failure_tasks')
        .innerJoin('failure_groups', 'failure_groups.id', 'failure_tasks.group_id')
        .innerJoin('tasks', 'tasks.id', 'failure_tasks.task_id')
        .innerJoin('workqueues', 'workqueues.id', 'failure_tasks.workqueue_id')
        .leftJoin('workqueues as passed', 'passed.id', 'failure_tasks.repaired_in')
        .leftJoinLateral(passedTask(sql`failure_tasks`).as('passed_task'), (join) => join.onTrue())
        .leftJoin(takenUp.as('taken_up'), 'taken_up.task_id', 'tasks.id')
        .selectAll('failure_tasks')
        .select([
          'tasks.status',
          'taken_up.until as held_until',
          'workqueues.name as run_name',
          'workqueues.inputs',
          'passed.inputs as passed_inputs',
          'passed_task.alias as passed_alias',
          'passed_task.version as passed_version',
          'passed_task.tries as passed_tries',
        ])
        .select([taskState.as('state'), waitingTasks.as('waiting'), tries.as('tries'), retries.as('retries')])
        .$if(state !== undefined, (eb) => eb.where(taskState, 'in', state!))
        .$if(restartable === true, (eb) => eb.where(canRestart))
        .where('failure_tasks.group_id', '=', id)
        .where('failure_groups.account_id', '=', accountId)
        .$if(appOnly !== undefined, (eb) => eb.where('failure_tasks.app_id', '=', appOnly!))
      const order = [
        { column: 'failure_tasks.at', descending: true },
        { column: 'failure_tasks.task_id', descending: true },
      ]
      const { data, total } = await readPage(db, query, order, page)
      return {
        total,
        data: data.map((row) => ({
          _id: row.task_id,
          workqueueId: row.workqueue_id,
          workqueueName: row.run_name,
          inputs: row.inputs,
          appId: row.app_id,
          name: row.task_name,
          status: row.status,
          alias: row.alias,
          version: row.version,
          hostName: row.host_name,
          attempt: row.attempt,
          tries: row.tries,
          retries: row.retries,
          at: row.at.toISOString(),
          reason: row.reason,
          waiting: row.waiting,
          state: row.state,
          heldUntil: row.status === 'failed' ? (row.held_until?.toISOString() ?? null) : null,
          repairedAt: row.repaired?.toISOString() ?? null,
          repairedIn: row.repaired_in,
          repairedInputs: row.repaired_in === row.workqueue_id ? null : row.passed_inputs,
          repairedAlias: row.passed_alias,
          repairedVersion: row.passed_version,
          repairedTries: row.passed_tries,
        })),
      }
    },

    /** The tasks of a group that can be restarted, oldest failure first. */
    async restartable(accountId: string, id: string, limit: number): Promise<{ id: string; name: string }[]> {
      const { rows } = await sql<{ id: string; name: string }>`
        select tasks.id, tasks.name from failure_tasks m
        join failure_groups g on g.id = m.group_id and g.account_id = ${accountId}
        join tasks on tasks.id = m.task_id
        join workqueues on workqueues.id = m.workqueue_id
        where m.group_id = ${id} and ${canRestart}
        order by m.at, m.task_id limit ${limit}`.execute(db)
      return rows
    },

    /** The aliases that a group was seen on. */
    async seenOn(accountId: string, id: string): Promise<ReadonlySet<string>> {
      const row = await db
        .selectFrom('failure_groups')
        .select('aliases')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!row) throw notFound('failure_groups')
      return new Set(row.aliases)
    },
  }
}
