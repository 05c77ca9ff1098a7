import type pg from 'pg'
import type { Run } from '../engine/run.ts'
import type { RunTask, TaskChange } from '../engine/task.ts'
import type { RunWrite } from '../engine/types.ts'
import {
  attemptInserts,
  castParameter,
  changedTasks,
  columnArrays,
  failureColumns,
  failureInsert,
  holdersOf,
  logColumns,
  logInsert,
  keptColumns,
  outboxInsert,
  resultColumn,
  runColumns,
  sentTask,
  taskColumns,
  unnest,
  type SentTask,
  type SqlColumn,
} from './columns.ts'
import {
  waitingChanges,
  waitingColumns,
  waitingDelete,
  waitingInserts,
  type WaitingChanges,
} from './waiting.ts'

/**
 * The parts that a write needs; the others are left out of its statement. So there are only a few texts, each
 * prepared once per connection under its own name.
 */
interface Parts {
  /** A column of the run that seldom changes has changed. */
  seldom: boolean
  state: boolean
  /** The columns of the first and the second task, each with its own parameters. */
  few: readonly TaskParts[]
  /** The columns of further tasks, in arrays. */
  many: TaskParts | null
  attempts: boolean
  logs: boolean
  messages: boolean
  failures: boolean
  /** Tasks begin to wait for a worker. */
  came: boolean
  /** Tasks no longer wait for one. */
  gone: boolean
}

/** The columns of a task besides those that change often. */
export interface TaskParts {
  /** A column that seldom changes has changed. */
  seldom: boolean
  /** It was queued, so its inputs were resolved again. */
  inputs: boolean
  /** An attempt has returned a result. */
  result: boolean
}

/** A step of a chain ends one task and starts another. */
const MOST_FEW = 2

const statements = new Map<string, { name: string; text: string }>()

/**
 * Writes the changes of a run; null when another process has written the run first, and then nothing is
 * changed.
 */
export async function writeRun(pool: pg.Pool, write: RunWrite): Promise<{ outboxId: string | null } | null> {
  const waiting = waitingChanges(write.before, write.tasks)
  const parts = partsOf(write, waiting)
  const { rows } = await pool.query<{ outbox: string | null }>({
    ...statementFor(parts),
    values: valuesOf(write, waiting, parts),
  })
  const [row] = rows
  return row ? { outboxId: row.outbox } : null
}

function partsOf(
  { before, run, tasks, past, logs, messages, failures }: RunWrite,
  { came, gone }: WaitingChanges,
): Parts {
  const few = tasks.length <= MOST_FEW
  return {
    seldom: runColumns.seldom.some(({ field }) => field in run),
    state: run.state !== undefined,
    few: few ? tasks.map((change) => taskParts(before, [change])) : [],
    many: few ? null : taskParts(before, tasks),
    attempts: past.length > 0,
    logs: logs.length > 0,
    messages: messages.length > 0,
    failures: failures.length > 0,
    came: came.length > 0,
    gone: gone.length > 0,
  }
}

/** What is sent of each of these tasks of a run. */
export function taskParts(before: Run, changes: readonly TaskChange[]): TaskParts {
  return {
    seldom: changes.some(({ task }) => hasSeldomChange(task, before.tasks[task.position])),
    inputs: changes.some(({ patch }) => patch.resolvedInputs !== undefined),
    result: changes.some(({ result }) => result !== undefined),
  }
}

function hasSeldomChange(task: RunTask, before: RunTask | undefined): boolean {
  return !before || taskColumns.seldom.some(({ field }) => task[field] !== before[field])
}

function valuesOf(write: RunWrite, { came, gone }: WaitingChanges, parts: Parts): unknown[] {
  const { before, run, tasks, past, logs, messages, failures } = write
  const after = { ...before, ...run }
  const values: unknown[] = [before.id, before.seq, holdersOf(changedTasks(before, tasks))]
  values.push(...sentRunColumns(parts).map((column) => column.value(after)))
  parts.few.forEach((sent, index) => {
    const change = tasks[index]
    if (!change) return
    const task = sent.result ? sentTask(change) : change.task
    values.push(...sentColumns(sent).map((column) => column.value(task)))
  })
  if (parts.many) {
    // Inputs that were not resolved again stay as they are: they may be large.
    const sent = tasks.map((change) => {
      const task = parts.many?.result ? sentTask(change) : change.task
      return change.patch.resolvedInputs || !parts.many?.inputs ? task : { ...task, resolvedInputs: null }
    })
    values.push(sent.length, ...columnArrays(sentColumns(parts.many), sent))
  }
  if (parts.attempts) values.push(...columnArrays(keptColumns, past))
  if (parts.logs) values.push(...columnArrays(logColumns, logs))
  if (parts.messages) values.push(JSON.stringify(messages))
  if (parts.failures) values.push(...columnArrays(failureColumns, failures))
  if (parts.came) values.push(...columnArrays(waitingColumns, came))
  if (parts.gone) values.push(gone)
  return values
}

const sentRunColumns = ({ seldom, state }: Parts) => [
  ...runColumns.often,
  ...(seldom ? runColumns.seldom : []),
  ...(state ? runColumns.alone : []),
]

/** The columns that a task with these parts sends, `id` first. */
export function sentColumns({ seldom, inputs, result }: TaskParts): readonly SqlColumn<SentTask>[] {
  return [
    ...taskColumns.often,
    ...(seldom ? taskColumns.seldom : []),
    ...(inputs ? taskColumns.inputs : []),
    ...(result ? [...taskColumns.result, resultColumn] : []),
  ]
}

/** The statement for these parts and the name to prepare it under. */
function statementFor(parts: Parts): { name: string; text: string } {
  const { seldom, state, attempts, logs, messages, failures, came, gone, many } = parts
  const flags = [seldom, state, attempts, logs, messages, failures, came, gone, many !== null]
  const sent = [...parts.few, ...(many ? [many] : [])]
  const bits = [...flags, ...sent.flatMap((each) => [each.seldom, each.inputs, each.result])]
  const name = `run-write-${bits.map(Number).join('')}`
  let statement = statements.get(name)
  if (!statement) statements.set(name, (statement = { name, text: statementText(parts) }))
  return statement
}

/**
 * The one statement that changes a run. Its first part increments the `seq` of the run's row, if it is still the one
 * that the decision was taken on; everything else joins that row. When another process was faster there is no such row,
 * and nothing is changed. Nothing is decided by reading other rows, so no wake-up can be lost.
 */
function statementText(parts: Parts): string {
  let next = 4
  const take = (count: number) => (next += count) - count
  const runParts = sentRunColumns(parts)
  const ctes = [
    `moved as (
       update workqueues set seq = seq + 1, holders = $3::integer[], ${assignments(runParts, take(runParts.length))}
       where id = $1 and seq = $2 returning id, account_id, priority)`,
  ]
  parts.few.forEach((sent, index) => {
    const columns = sentColumns(sent)
    ctes.push(`changed${index} as (${changeOne(columns, take(columns.length))})`)
  })
  if (parts.many) {
    const columns = sentColumns(parts.many)
    ctes.push(`changed as (${changeMany(columns, take(1), take(columns.length))})`)
  }
  if (parts.attempts) ctes.push(...attemptInserts('moved', take(keptColumns.length)))
  if (parts.logs) ctes.push(logInsert('moved', take(logColumns.length)))
  if (parts.messages) ctes.push(outboxInsert('moved', take(1)))
  if (parts.failures) ctes.push(failureInsert('moved', take(failureColumns.length)))
  if (parts.came) ctes.push(...waitingInserts('moved', take(waitingColumns.length)))
  if (parts.gone) ctes.push(waitingDelete('moved', take(1)))
  const outbox = parts.messages ? '(select id from announced)' : 'null::bigint'
  return `with ${ctes.join(',\n')} select ${outbox} as outbox from moved`
}

const assignments = (columns: readonly { name: string; type: string; cast?: string }[], first: number) =>
  columns.map((column, index) => `${column.name} = ${castParameter(column, first + index)}`).join(', ')

/** Only `t.id = $n` finds the row: a join with the run's tasks would be work for each task of the run. */
function changeOne([, ...columns]: readonly SqlColumn<SentTask>[], first: number): string {
  return `update tasks t set ${assignments(columns, first + 1)} from moved where t.id = $${first}`
}

/** Columns that only some of the tasks of a write have: null leaves them as they are. */
const keptWhenNull = new Set(
  [...taskColumns.inputs, ...taskColumns.result, resultColumn].map(({ name }) => name),
)

/**
 * A limit that the planner does not know makes it expect few rows, so that it looks each task up by its id. Else it
 * plans, while tables are small or not analysed, to read all tasks of the run or of the table, and keeps that plan.
 */
function changeMany(columns: readonly SqlColumn<SentTask>[], count: number, first: number): string {
  const changes = columns
    .slice(1)
    .map(({ name }) =>
      keptWhenNull.has(name) ? `${name} = coalesce(c.${name}, t.${name})` : `${name} = c.${name}`,
    )
  return `update tasks t set ${changes.join(', ')}
    from moved, (select * from ${unnest(columns, first)} limit $${count}) c where t.id = c.id`
}
