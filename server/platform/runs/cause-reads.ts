import { sql, type Kysely } from 'kysely'
import type { Task } from '#shared/domains/tasks/contract.ts'
import type { WhyRun, WhyTask } from '#shared/domains/tasks/why/facts.ts'
import { whyRunOf, whyTaskOf } from '#shared/domains/tasks/why/wire.ts'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Database } from '../db/database.ts'

/**
 * Tasks of a run that are read of one status: the first ones of those that run tell whether one is late; of those that
 * wait the first one of each queue, since the state of its queue decides.
 */
const limits = { failed: 1, started: 3, retry: 3, queued: 1000 }
type Decides = keyof typeof limits

/** The columns that causes follow from, as answers have them. */
const fields = sql`tasks.id as _id, name, type, alias, tasks.version, host_name as "hostName", tasks.status, attempt, tries,
  retry, queued, tasks.started, tasks.ended, retry_time as "retryTime", reason, position, continue_on_error as "continueOnError",
  tasks.expected_ms as "expectedMs", tasks.deadline_ms as "deadlineMs", tasks.late`

type Row = Record<string, unknown>
interface DecisiveRow extends Row {
  run: string
  status: string
  errorTasks: string[]
  position: number
  number: number
}
type Decisive = Pick<WhyRun, 'tasks' | 'counts' | 'errorTasks'>

/**
 * Of each run the tasks that its cause follows from: the failure that came first and the number of its kind, and the
 * first tasks that run, wait for a retry or are queued. By one statement, which finds these tasks by the index on
 * `resting`: the tasks of a run have its `created`. Tasks that engine processes hold are not in that index; only the
 * runs that have some are searched. `mayBeLate`: whether usual times of a run are known.
 */
export async function readDecisive(
  db: Kysely<Database>,
  accountId: string,
  rows: readonly WorkqueueSummary[],
  mayBeLate: (row: WorkqueueSummary) => boolean,
): Promise<ReadonlyMap<string, Decisive>> {
  const wanted = rows.flatMap((row) =>
    decisiveOf(row, mayBeLate(row)).map((status) => ({ id: row._id, status, limit: limits[status] })),
  )
  const found = new Map<string, Decisive>()
  if (wanted.length === 0) return found
  const { rows: read } = await sql<DecisiveRow>`
    select run.id as run, run.error_tasks as "errorTasks", found.*
    from unnest(
        ${wanted.map(({ id }) => id)}::text[], ${wanted.map(({ status }) => status)}::text[],
        ${wanted.map(({ limit }) => limit)}::int[]
      ) as wanted (id, status, count)
      join workqueues run on run.id = wanted.id and run.account_id = ${accountId},
      lateral (
        (select ${fields}, (count(*) over (partition by stops))::int as number
          from (${inStatus}) tasks,
            lateral (select not (continue_on_error or name = any(run.error_tasks)) as stops) kind
          where wanted.status = 'failed' and workqueue_id = run.id
          order by stops desc, ended, position limit 1)
        union all
        (select ${fields}, 0 from (${inStatus}) tasks
          where wanted.status in ('started', 'retry') and workqueue_id = run.id limit wanted.count)
        union all
        (select distinct on (type, alias) ${fields}, 0 from (
            select * from (${inStatus}) tasks
            where wanted.status = 'queued' and workqueue_id = run.id limit wanted.count
          ) tasks
          order by type, alias, queued, position)
        union all
        (select ${fields}, 0 from tasks
          where wanted.status = 'started' and run.holders <> '{}'
            and workqueue_id = run.id and status = 'started' and holder is not null
          order by position limit wanted.count)
      ) found`.execute(db)
  const startedOf = new Map(rows.map((row) => [row._id, row.taskCounts?.['started'] ?? 0]))
  // In the order of the workflow, which decides between tasks of the same moment.
  for (const { run, errorTasks, number, ...task } of read.toSorted((a, b) => a.position - b.position)) {
    const known = found.get(run)
    const failed = task.status === 'failed' ? number : (known?.counts?.failed ?? 0)
    const started = startedOf.get(run) ?? 0
    found.set(run, {
      errorTasks,
      tasks: [...(known?.tasks ?? []), taskOfRow(task)],
      counts: { failed, started },
    })
  }
  return found
}

/** When a task of each of these runs was restarted last. */
export async function readRestarts(
  db: Kysely<Database>,
  accountId: string,
  runs: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (runs.length === 0) return new Map()
  const rows = await db
    .selectFrom('tasks')
    .select(({ fn }) => ['workqueue_id as run', fn.max('queued').as('at')])
    .where('account_id', '=', accountId)
    .where('workqueue_id', 'in', runs)
    .where('round', '>', 0)
    .groupBy('workqueue_id')
    .execute()
  return new Map(rows.flatMap(({ run, at }) => (at === null ? [] : [[run, at.toISOString()] as const])))
}

/** The tasks of the wanted status in the order of the index, read as far as they are needed. */
const inStatus = sql`
  select * from tasks
  where account_id = run.account_id and app_id = run.app_id and resting = wanted.status and created = run.created
  order by created, id offset 0`

/** The statuses that decide and that the run has tasks in. Counts of rows of an earlier version are not known. */
function decisiveOf({ status, taskCounts = {} }: WorkqueueSummary, mayBeLate: boolean): Decides[] {
  if (status === 'completed' || status === 'cancelled') return []
  if (status === 'failed') return ['failed']
  const isCounted = Object.values(taskCounts).some((count) => count > 0)
  if (!isCounted) return Object.keys(limits) as Decides[]
  const waits = taskCounts['retry'] || taskCounts['queued']
  const statuses: Decides[] = [
    'failed',
    'retry',
    'queued',
    ...(mayBeLate || !waits ? (['started'] as const) : []),
  ]
  return statuses.filter((status) => Boolean(taskCounts[status]))
}

/** A run with the tasks that the cause of one of them may follow from, and its plan. */
interface RunOfTask {
  known: WhyRun
  planId: string | null
  appId: string
}

/** The run of a task; of a task that others keep from running with all its tasks. Null when it does not exist. */
export async function readRunOfTask(
  db: Kysely<Database>,
  accountId: string,
  task: Task,
  now: number,
): Promise<RunOfTask | null> {
  const row = await db
    .selectFrom('workqueues')
    .select([
      'app_id as appId',
      'plan_id as planId',
      'status',
      'started',
      'ended',
      'updated_by as updatedBy',
      'error_tasks as errorTasks',
      'first_tasks as firstTasks',
    ])
    .where('account_id', '=', accountId)
    .where('id', '=', task.workQueueId)
    .executeTakeFirst()
  if (!row) return null
  const run = whyRunOf({ ...row, started: iso(row.started), ended: iso(row.ended) }, now)
  const alone = task.status !== 'notstarted' && task.status !== 'skipped'
  const tasks = alone ? [whyTaskOf({ ...task })] : await readTasks(db, accountId, task.workQueueId)
  return { known: { ...run, tasks }, planId: row.planId, appId: row.appId }
}

/** The plans and apps of the runs of these tasks, by the id of the run. */
export async function readPlansOf(
  db: Kysely<Database>,
  accountId: string,
  tasks: readonly Task[],
): Promise<{ id: string; planId: string | null; appId: string }[]> {
  const ids = [...new Set(tasks.map(({ workQueueId }) => workQueueId))]
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; planId: string | null; appId: string }>`
    select id, plan_id as "planId", app_id as "appId" from workqueues
    where account_id = ${accountId} and id = any(${ids}::text[])`.execute(db)
  return rows
}

async function readTasks(db: Kysely<Database>, accountId: string, workqueueId: string): Promise<WhyTask[]> {
  const { rows } = await sql<Row>`
    select ${fields}, depends from tasks
    where workqueue_id = ${workqueueId} and account_id = ${accountId} order by position`.execute(db)
  return rows.map(taskOfRow)
}

const iso = (value: unknown) => (value instanceof Date ? value.toISOString() : null)

const moments = ['queued', 'started', 'ended', 'retryTime', 'late']

function taskOfRow(row: Row): WhyTask {
  const wire: Row = { ...row }
  for (const name of moments) wire[name] = iso(row[name])
  return whyTaskOf(wire)
}
