import type pg from 'pg'
import type { Run } from '../engine/run.ts'
import type { ChildRefusal, NewRun } from '../engine/types.ts'
import {
  castParameter,
  columnArrays,
  holdersOf,
  names,
  outboxInsert,
  picked,
  runColumns,
  taskColumns,
  unnest,
} from './columns.ts'

const holders = runColumns.all.length + 1
const parameterOf = (name: string) => runColumns.all.findIndex(({ field }) => field === name) + 1

/** A run, its tasks and its messages in one statement. */
function statementText(counted: string, condition: string, firstTaskParameter: number): string {
  return `with ${counted}made as (
      insert into workqueues (${names(runColumns.all)}, holders)
      select ${runColumns.all.map((column, index) => castParameter(column, index + 1)).join(', ')},
        $${holders}::integer[]
      ${condition}
      returning id, account_id, app_id),
    stored as (
      insert into tasks (account_id, app_id, workqueue_id, ${names(taskColumns.all)})
      select made.account_id, made.app_id, made.id, ${picked(taskColumns.all)}
      from made, ${unnest(taskColumns.all, firstTaskParameter)}),
    ${outboxInsert('made', firstTaskParameter + taskColumns.all.length)}
    select (select id from announced) as outbox from made`
}

const statement = { name: 'run-create', text: statementText('', '', holders + 1) }

const [parentAttempt, mostStarted, mostLive] = [holders + 1, holders + 2, holders + 3]
const root = `$${parameterOf('rootId')}`
const live = (run: string) => `${run}.status in ('notstarted', 'started')`

/**
 * A child run only while its parent waits and its root is live. It is counted for its root in the same statement, so
 * the limit of the root is exact; that of live runs may be passed by as many as are stored at the same moment.
 */
const childStatement = {
  name: 'run-create-child',
  text: statementText(
    `counted as (
      insert into run_roots (root_id, runs)
      select root.id, 1 from workqueues root
      where root.id = ${root} and ${live('root')} and $${mostStarted} > 0
        and exists (select from tasks where id = $${parameterOf('parentTaskId')} and status = 'started'
          and attempt = $${parentAttempt}::integer)
        and (select count(*) from workqueues below where below.root_id = root.id and ${live('below')})
          < $${mostLive}::integer
      on conflict (root_id) do update set runs = run_roots.runs + 1
        where run_roots.runs < $${mostStarted}::integer
      returning runs),
    `,
    'where exists (select from counted)',
    holders + 4,
  ),
}

/** Stores a new run; a child run may be refused. */
export async function createRun(
  pool: pg.Pool,
  run: Run,
  { messages, child }: NewRun,
): Promise<{ outboxId: string | null } | ChildRefusal> {
  const values = [
    ...runColumns.all.map((column) => column.value(run)),
    holdersOf(run.tasks),
    ...(child ? [child.parentAttempt, child.started, child.live] : []),
    ...columnArrays(taskColumns.all, run.tasks),
    JSON.stringify(messages),
  ]
  const { rows } = await pool.query<{ outbox: string | null }>({
    ...(child ? childStatement : statement),
    values,
  })
  const [row] = rows
  if (row) return { outboxId: row.outbox }
  return child ? refusalOf(pool, run, child) : 'parentOver'
}

async function refusalOf(
  pool: pg.Pool,
  { rootId }: Run,
  child: NonNullable<NewRun['child']>,
): Promise<ChildRefusal> {
  const { rows } = await pool.query<{ over: boolean; runs: number }>(
    `select not (${live('root')}) as over,
       coalesce((select runs from run_roots where root_id = root.id), 0) as runs
     from workqueues root where root.id = $1`,
    [rootId],
  )
  const [found] = rows
  if (!found || found.over) return 'parentOver'
  if (found.runs >= child.started) return 'tooMany'
  // There is room by now, or the attempt of the parent is over, which aborts it.
  return 'full'
}
