import { fieldList, isoOrNull, type FieldKind, type Moment } from '../engine/fields.ts'
import { logFields, type RunLog } from '../engine/log.ts'
import { failureEventFields, type FailureEvent } from '../engine/history/failure-events.ts'
import { runFields, type Run } from '../engine/run.ts'
import { attemptFields, type KeptAttempt, type PastAttempt } from '../engine/history/past-attempt.ts'
import { taskFields, type RunTask, type TaskChange } from '../engine/task.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { columnName } from './rows.ts'

type Element = string | number | boolean | null

/**
 * A column of a statement. Many rows are sent as one array per column, joined by `unnest`; lists inside such
 * an array are texts, because its elements may differ in length. JSON is sent as text, of which the database
 * only checks the form, so it keeps any content of a user's state (U+0000, lone surrogates).
 */
export interface SqlColumn<Model> {
  field: keyof Model & string
  name: string
  /** Type of the parameter, or of the elements of its array. */
  type: string
  /** The type that the element is cast to, if it differs. */
  cast?: string
  value(model: Model): Element
}

const jsonText = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

/** Of each kind of field: the type of its column, and its value as a parameter. */
const kinds: Record<FieldKind, { type: string; cast?: string; parameter?: (value: unknown) => Element }> = {
  text: { type: 'text' },
  integer: { type: 'integer' },
  integers: {
    type: 'text',
    cast: 'integer[]',
    parameter: (value) => `{${(value as number[]).join(',')}}`,
  },
  real: { type: 'real' },
  double: { type: 'double precision' },
  boolean: { type: 'boolean' },
  moment: { type: 'timestamptz', parameter: (value) => isoOrNull(value as Moment | null) },
  texts: { type: 'text', cast: 'text[]', parameter: (value) => arrayLiteral(value as string[]) },
  json: { type: 'json', parameter: jsonText },
}

function columns<Model>(fields: ReturnType<typeof fieldList<Model>>): SqlColumn<Model>[] {
  return fields.map(({ name: field, kind }) => {
    const { parameter, ...types } = kinds[kind]
    const value = parameter
      ? (model: Model) => parameter(model[field])
      : (model: Model) => model[field] as Element
    return { field, name: columnName(field), ...types, value }
  })
}

/** A task as a write sends it, with the result of its attempt; null: one that is not kept. */
export interface SentTask extends RunTask {
  result?: JsonObject | null
}

/** A changed task as a write sends it. */
export const sentTask = ({ task, result }: TaskChange): SentTask =>
  result === undefined ? task : { ...task, result }

/** The tasks of a run after changes. */
export function changedTasks(before: Run, changes: readonly TaskChange[]): RunTask[] {
  const tasks = before.tasks.slice()
  for (const { task } of changes) tasks[task.position] = task
  return tasks
}

/** The run of a row, in statements that write several runs. */
export const runIdColumn = { name: 'run_id', type: 'text' }

/** SQL's null means that there is no new result, so a result that is not kept is the null of JSON. */
export const resultColumn: SqlColumn<{ result?: JsonObject | null }> = {
  field: 'result',
  name: 'result',
  type: 'json',
  value: ({ result }) => (result === undefined ? null : JSON.stringify(result)),
}

export const taskColumns = {
  all: columns(fieldList<RunTask>(taskFields)),
  often: columns(fieldList<RunTask>(taskFields, 'often')),
  seldom: columns(fieldList<RunTask>(taskFields, 'seldom')),
  inputs: columns(fieldList<RunTask>(taskFields, 'inputs')),
  result: columns(fieldList<RunTask>(taskFields, 'result')),
}
const attemptColumns = columns(fieldList<PastAttempt>(attemptFields))
/** A past attempt; its result is copied from the task where it is stored already. */
export const keptColumns: SqlColumn<KeptAttempt>[] = [...attemptColumns, resultColumn]
type StoredRun = Omit<Run, 'tasks'>
export const runColumns = {
  all: columns(fieldList<StoredRun>(runFields)),
  often: columns(fieldList<StoredRun>(runFields, 'often')),
  seldom: columns(fieldList<StoredRun>(runFields, 'seldom')),
  alone: columns(fieldList<StoredRun>(runFields, 'alone')),
}
export const logColumns = columns(fieldList<RunLog>(logFields))
export const failureColumns = columns(fieldList<FailureEvent>(failureEventFields))

/** The engine processes that hold these tasks, in order; what `workqueues.holders` contains. */
export function holdersOf(tasks: readonly RunTask[]): number[] {
  const holders = new Set<number>()
  for (const { holder } of tasks) if (holder !== null) holders.add(holder)
  return [...holders].sort((one, other) => one - other)
}

/** An array as PostgreSQL reads it, `{"a",1,NULL}`; the driver takes five times as long to write it. */
export function arrayLiteral(values: readonly Element[]): string {
  let literal = ''
  let last: unknown
  let text = ''
  for (const value of values) {
    // Many tasks of one write have the same status and moments.
    if (value !== last || literal === '') text = elementOf(value)
    last = value
    literal += literal === '' ? text : `,${text}`
  }
  return `{${literal}}`
}

function elementOf(value: Element): string {
  if (value === null) return 'NULL'
  return typeof value === 'string' ? `"${value.replace(/["\\]/g, '\\$&')}"` : String(value)
}

/** The parameters of the columns, one array each. */
export function columnArrays<Model>(
  columns: readonly SqlColumn<Model>[],
  models: readonly Model[],
): string[] {
  return columns.map((column) => arrayLiteral(models.map((model) => column.value(model))))
}

/** `$4::text, $5::integer, ...`, the first parameter numbered `first`. */
export const castParameter = ({ type, cast = type }: { type: string; cast?: string }, number: number) =>
  `$${number}::${cast}`

/**
 * `unnest((select $4::text[]), $5::integer[], ...) as c(id, ...)`, the first parameter numbered `first`. The sub-select
 * hides the length of the arrays from the planner, so that it expects the same of every execution and keeps one plan;
 * else it plans each execution, which costs more than the execution itself.
 */
export function unnest(columns: readonly { name: string; type: string }[], first: number): string {
  const arrays = columns.map(({ type }, index) => {
    const array = `$${first + index}::${type}[]`
    return index === 0 ? `(select ${array})` : array
  })
  return `unnest(${arrays.join(', ')}) as c(${names(columns)})`
}

export const names = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(', ')

/** `c.id, c.depends::text[], ...`: the columns of `unnest`. */
export const picked = (columns: readonly { name: string; cast?: string }[]) =>
  columns.map(({ name, cast }) => (cast ? `c.${name}::${cast}` : `c.${name}`)).join(', ')

/** A part of a statement that stores log entries for the run in `source`. */
export function logInsert(source: string, first: number): string {
  return `logged as (
    insert into task_logs (account_id, workqueue_id, ${names(logColumns)})
    select ${source}.account_id, ${source}.id, ${picked(logColumns)}
    from ${source}, ${unnest(logColumns, first)})`
}

/** Past attempts of one task that are kept; with each new one the oldest beyond them is removed. */
export const MAX_PAST_ATTEMPTS = 1000

/**
 * Parts of a statement that store past attempts of the run in `source`. The statement sees the tasks as they were before
 * it, so a stored result is copied.
 */
export function attemptInserts(source: string, first: number): string[] {
  return [
    `ended as (select * from ${unnest(keptColumns, first)})`,
    `kept as (
      insert into task_attempts (account_id, workqueue_id, ${names(keptColumns)})
      select ${source}.account_id, ${source}.id, ${picked(attemptColumns)},
        coalesce(c.result, case when c.result_no is not null and c.status = 'ended' then t.result end)
      from ${source}, ended c left join tasks t on t.id = c.task_id
      on conflict do nothing)`,
    `outlived as (
      delete from task_attempts a using ${source}, ended c
      where a.task_id = c.task_id and a.number = c.number - ${MAX_PAST_ATTEMPTS} and a.result_no is null)`,
  ]
}

/** A part of a statement that stores the live messages of the run in `source`. */
export function outboxInsert(source: string, parameter: number): string {
  return `announced as (insert into outbox (messages) select $${parameter}::text from ${source} returning id)`
}

/** A part of a statement that hands failures of the run in `source` on. */
export function failureInsert(source: string, first: number): string {
  return `handed_on as (
    insert into failure_events (${names(failureColumns)})
    select ${picked(failureColumns)} from ${source}, ${unnest(failureColumns, first)})`
}
