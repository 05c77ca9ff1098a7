import type pg from 'pg'
import { isLostConnection, untilAvailable } from '../db/unavailable.ts'
import type { Run } from '../engine/run.ts'
import { OccurrenceTaken, type ChildRefusal, type NewRun } from '../engine/types.ts'
import {
  castParameter,
  columnArrays,
  failureColumns,
  failureInsert,
  holdersOf,
  names,
  outboxInsert,
  picked,
  runColumns,
  taskColumns,
  unnest,
} from './columns.ts'
import { waitingChanges, waitingColumns, waitingInserts } from './waiting.ts'

const holders = runColumns.all.length + 1
const parameterOf = (name: string) => runColumns.all.findIndex(({ field }) => field === name) + 1

/** The parts that not all runs need. `counted` makes what `condition` asks for. */
interface Parts {
  counted?: string
  condition?: string
  failures: boolean
  /** Tasks wait for a worker. */
  came: boolean
}

/** A run, its tasks, its messages, failures of its first tasks, and those that wait for a worker in one statement. */
function statementText(parts: Parts, firstTaskParameter: number): string {
  const { counted = '', condition = '', failures, came } = parts
  const messages = firstTaskParameter + taskColumns.all.length
  const failed = messages + 1
  const waiting = failed + (failures ? failureColumns.length : 0)
  return `with ${counted}made as (
      insert into workqueues (${names(runColumns.all)}, holders)
      select ${runColumns.all.map((column, index) => castParameter(column, index + 1)).join(', ')},
        $${holders}::integer[]
      ${condition}
      returning id, account_id, app_id, priority),
    stored as (
      insert into tasks (account_id, app_id, workqueue_id, ${names(taskColumns.all)})
      select made.account_id, made.app_id, made.id, ${picked(taskColumns.all)}
      from made, ${unnest(taskColumns.all, firstTaskParameter)}),
    ${[
      outboxInsert('made', messages),
      ...(failures ? [failureInsert('made', failed)] : []),
      ...(came ? waitingInserts('made', waiting) : []),
    ].join(',\n')}
    select (select id from announced) as outbox from made`
}

const [parentAttempt, mostStarted, mostLive] = [holders + 1, holders + 2, holders + 3]
const root = `$${parameterOf('rootId')}`
const live = (run: string) => `${run}.status in ('notstarted', 'started')`

/**
 * A child run only while its parent waits and its root is live. It is counted for its root in the same statement, so
 * the limit of the root is exact; that of live runs may be passed by as many as are stored at the same moment.
 */
const counted = `counted as (
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
    `
const condition = 'where exists (select from counted)'

/**
 * The run of a schedule: its occurrence is taken in the same statement, so it starts once, whichever process ends when. The
 * turn of the schedule makes void what another process has decided at the same time.
 */
const taken = `turned as (
      update schedules set turn = turn + 1
      where id = $${parameterOf('scheduleId')} and turn = $${holders + 1}::integer returning id),
    counted as (
      update schedule_occurrences
      set state = 'started', decided = $${parameterOf('created')}::timestamptz, reason = null, detail = null, instead = null
      where id = $${parameterOf('id')} and state = 'waiting' and exists (select from turned)
      returning id),
    `

/** The statements for runs of their own, of schedules and of tasks: each with and without failures and waiting tasks. */
const statements = [false, true].map((came) =>
  [false, true].map((failures) => {
    const name = `${Number(failures)}${Number(came)}`
    return {
      own: { name: `run-create-${name}`, text: statementText({ failures, came }, holders + 1) },
      scheduled: {
        name: `run-create-scheduled-${name}`,
        text: statementText({ counted: taken, condition, failures, came }, holders + 2),
      },
      child: {
        name: `run-create-child-${name}`,
        text: statementText({ counted, condition, failures, came }, holders + 4),
      },
    }
  }),
)

/** Stores a new run; a child run may be refused. Throws OccurrenceTaken. */
export async function createRun(
  pool: pg.Pool,
  run: Run,
  { messages, failures, child, occurrence }: NewRun,
): Promise<{ outboxId: string | null } | ChildRefusal> {
  const { came } = waitingChanges(
    null,
    run.tasks.map((task) => ({ task })),
  )
  const values = [
    ...runColumns.all.map((column) => column.value(run)),
    holdersOf(run.tasks),
    ...(child ? [child.parentAttempt, child.started, child.live] : []),
    ...(occurrence ? [occurrence.turn] : []),
    ...columnArrays(taskColumns.all, run.tasks),
    JSON.stringify(messages),
    ...(failures.length > 0 ? columnArrays(failureColumns, failures) : []),
    ...(came.length > 0 ? columnArrays(waitingColumns, came) : []),
  ]
  const prepared = statements[Number(came.length > 0)]![Number(failures.length > 0)]!
  const statement = { ...prepared[child ? 'child' : occurrence ? 'scheduled' : 'own'], values }
  const row = await pool.query<{ outbox: string | null }>(statement).then(
    ({ rows }) => rows[0],
    (error: unknown) => storedRun(pool, run.id, error),
  )
  if (row) return { outboxId: row.outbox }
  if (!child) throw new OccurrenceTaken()
  return refusalOf(pool, run, child)
}

/**
 * Whether a run is stored whose statement has lost its connection before the answer: the database, or the server that has
 * taken over from it, knows. Throws the error of the statement when the run is not there, another when none can be asked in time.
 * The messages of the run were committed with it; their row of the outbox stays for the next look at it.
 */
async function storedRun(pool: pg.Pool, id: string, error: unknown): Promise<{ outbox: null }> {
  if (!isLostConnection(error)) throw error
  const { rowCount } = await untilAvailable(() => pool.query('select from workqueues where id = $1', [id]))
  if (!rowCount) throw error
  return { outbox: null }
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
