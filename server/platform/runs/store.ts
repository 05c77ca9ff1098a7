import type pg from 'pg'
import { builtinTypes } from '#shared/domains/tasks/contract.ts'
import { terminalWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import { advisoryLocks } from '../db/database.ts'
import { iso } from '../engine/fields.ts'
import type { Run } from '../engine/run.ts'
import type { ChildOutcome, ChildRun, Due, RunStore, AttemptRef } from '../engine/types.ts'
import { createRun } from './create.ts'
import { openHolderSession } from './holder-session.ts'
import { runList, runOfRows, taskList, type SelectedRun, type SelectedTask } from './rows.ts'
import { writeRun } from './write.ts'

/** All the SQL of the engine; `pool` is not ended here. */
export function createRunStore(pool: pg.Pool): RunStore {
  const query = async <Row extends object>(text: string, values: unknown[]) =>
    (await pool.query<Row>(text, values)).rows
  const ids = async (text: string, values: unknown[]) =>
    (await query<{ id: string }>(text, values)).map(({ id }) => id)

  return {
    create: (run, extra) => createRun(pool, run, extra),
    load: (workqueueId) => loadRun(pool, workqueueId),
    write: (write) => writeRun(pool, write),
    due: (now, limit) => findDue(pool, now, limit),
    takeHolder: (lost) => openHolderSession(pool, lost),
    heldAttempts: (holder, taskIds) =>
      query('select id as "taskId", attempt from tasks where id = any($2::text[]) and holder = $1', [
        holder,
        taskIds,
      ]),

    async runOfTask(accountId, taskId) {
      const text = 'select workqueue_id as id from tasks where id = $1 and account_id = $2'
      return (await ids(text, [taskId, accountId]))[0] ?? null
    },
    async isRunOf(accountId, workqueueId) {
      const text = 'select id from workqueues where id = $1 and account_id = $2'
      return (await ids(text, [workqueueId, accountId])).length > 0
    },
    children: (taskId) =>
      query<ChildRun>(
        `select distinct on (parent_item) id, parent_item as item, status, plan_id as "planId",
           initial_state as "initialState"
         from workqueues where parent_task_id = $1 order by parent_item, created desc, id desc`,
        [taskId],
      ),
    async outcome(workqueueId) {
      const text = 'select name, status, state, outputs_def as "outputsDef" from workqueues where id = $1'
      return (await query<ChildOutcome>(text, [workqueueId]))[0] ?? null
    },
    terminal: (workqueueIds) =>
      ids('select id from workqueues where id = any($1::text[]) and status = any($2::text[])', [
        workqueueIds,
        terminalWorkqueueStatuses,
      ]),
    liveChildren: (taskIds) =>
      ids(
        `select id from workqueues
         where parent_task_id = any($1::text[]) and status in ('notstarted', 'started')`,
        [taskIds],
      ),
  }
}

const loadRunStatement = {
  name: 'run-load',
  text: `select ${runList}, exists (select from tasks where workqueue_id = workqueues.id) as "hasTasks"
    from workqueues where id = $1`,
}
const loadTasksStatement = {
  name: 'run-load-tasks',
  text: `select ${taskList} from workqueues join tasks on tasks.workqueue_id = workqueues.id
    where workqueues.id = $1 and workqueues.seq = $2 order by tasks.position`,
}

/**
 * The run with its tasks as of one moment: the tasks are read only while the run still has the same `seq`. A mixture of
 * two moments would be taken for the run that its `seq` names.
 */
async function loadRun(pool: pg.Pool, workqueueId: string): Promise<Run | null> {
  for (;;) {
    const runs = await pool.query<SelectedRun & { hasTasks: boolean }>({
      ...loadRunStatement,
      values: [workqueueId],
    })
    const [found] = runs.rows
    if (!found) return null
    const { hasTasks, ...row } = found
    const values = [workqueueId, row.seq]
    const tasks = hasTasks ? (await pool.query<SelectedTask>({ ...loadTasksStatement, values })).rows : []
    if (hasTasks === tasks.length > 0) return runOfRows(row, tasks)
  }
}

const attemptColumns = 't.workqueue_id as "workqueueId", t.id as "taskId", t.attempt'

/** The numbers of living engine processes: each holds an advisory lock for as long as its session lives. */
const livingHolders = `select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${advisoryLocks.holder} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`

/** Steps from one set of holders to the next along the index, however many runs each has. */
const abandoned = `with recursive held as (
    select min(holders) as holders from workqueues where holders <> '{}'
    union all
    select (select min(holders) from workqueues where holders <> '{}' and holders > held.holders) from held
    where held.holders is not null),
  dead as materialized (
    select holders, holder from held, unnest(holders) as holder where holder not in (${livingHolders}))
  select ${attemptColumns}, t.holder
  from dead join workqueues w using (holders) join tasks t on t.workqueue_id = w.id and t.holder = dead.holder
  where w.holders <> '{}' limit $1`

const retries = `select ${attemptColumns} from tasks t where t.retry_time <= $2 order by t.retry_time limit $1`
const timeouts = `select ${attemptColumns} from tasks t where t.deadline <= $2 order by t.deadline limit $1`
const unclaimed = `select ${attemptColumns} from tasks t
  where t.waiting_since is not null and t.type = any($2::text[]) limit $1`

const orphans = `select w.id from workqueues w join tasks t on t.id = w.parent_task_id
  where w.parent_task_id is not null and w.status in ('notstarted', 'started') and t.status <> 'started'
  limit $1`

/** What is due now; each query follows an index that holds only what may become due. */
async function findDue(pool: pg.Pool, now: number, limit: number): Promise<Due> {
  const find = async <Row extends object = AttemptRef>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> => (await pool.query<Row>(text, [limit, ...values])).rows
  const orphaned = await find<{ id: string }>(orphans)
  return {
    abandoned: await find(abandoned),
    retries: await find(retries, [iso(now)]),
    timeouts: await find(timeouts, [iso(now)]),
    unclaimed: await find(unclaimed, [builtinTypes]),
    orphans: orphaned.map(({ id }) => id),
  }
}
