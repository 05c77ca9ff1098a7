import type { Task } from '#shared/domains/tasks/contract.ts'
import type { SnakeCase } from '../db/tables/runs.ts'
import { fieldList, type FieldsOf } from '../engine/fields.ts'
import { logFields, type RunLog } from '../engine/log.ts'
import { runFields, runHeadFields, type Run, type RunHead } from '../engine/run.ts'
import { attemptFields, type PastAttempt } from '../engine/history/past-attempt.ts'
import { taskFields, wireTask, type RunTask } from '../engine/task.ts'

/**
 * Rows are selected under the engine's names (`retry_time as "retryTime"`), so only their moments differ from the
 * engine's models.
 */
type Selected<Model, Fields extends FieldsOf<Model>> = {
  [Name in keyof Model]: Fields[Name]['kind'] extends 'moment'
    ? Date | Extract<Model[Name], null>
    : Model[Name]
}
export type SelectedTask = Selected<RunTask, typeof taskFields>
export type SelectedHead = Selected<RunHead, typeof runHeadFields>
export type SelectedRun = Selected<Omit<Run, 'tasks'>, typeof runFields>
export type SelectedAttempt = Selected<PastAttempt, typeof attemptFields>
export type SelectedLog = Selected<RunLog, typeof logFields>

/** `aliasType` -> `alias_type`. */
export const columnName = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function selectList<Model>(table: string, fields: FieldsOf<Model>): string {
  return fieldList(fields)
    .map(({ name }) => `${table}.${columnName(name)} as "${name}"`)
    .join(', ')
}

/** The columns of a model for the query builder, as `retry_time as retryTime`. */
const aliased = <Model>(fields: FieldsOf<Model>) =>
  fieldList(fields).map(({ name }) => `${columnName(name)} as ${name}` as Aliased<keyof Model & string>)
type Aliased<Name extends string> = Name extends string ? `${SnakeCase<Name>} as ${Name}` : never
export const taskAliases = aliased<RunTask>(taskFields)
export const runAliases = aliased<Omit<Run, 'tasks'>>(runFields)
export const runHeadAliases = aliased<RunHead>(runHeadFields)
export const logAliases = aliased<RunLog>(logFields)
export const attemptAliases = aliased<PastAttempt>(attemptFields)

/** Select lists, for a statement that names these tables. */
export const taskList = selectList<RunTask>('tasks', taskFields)
export const runList = selectList<Omit<Run, 'tasks'>>('workqueues', runFields)
export const runHeadList = selectList<RunHead>('workqueues', runHeadFields)
export const logList = selectList<RunLog>('task_logs', logFields)

const ms = (date: Date | null): number | null => (date === null ? null : date.getTime())

/**
 * A copy with numbers for dates: 1 to 2 ms for 5,000 rows, a loop over the fields takes 16 ms. A moment that is missing
 * here does not compile.
 */
export function taskOfRow(row: SelectedTask): RunTask {
  return {
    ...row,
    created: row.created.getTime(),
    queued: ms(row.queued),
    started: ms(row.started),
    ended: ms(row.ended),
    retryTime: ms(row.retryTime),
    deadline: ms(row.deadline),
    due: ms(row.due),
    late: ms(row.late),
  }
}

export function headOfRow<Row extends SelectedHead>(row: Row) {
  return {
    ...row,
    created: row.created.getTime(),
    scheduledFor: ms(row.scheduledFor),
    started: ms(row.started),
    ended: ms(row.ended),
    activeSince: ms(row.activeSince),
    due: ms(row.due),
    late: ms(row.late),
  }
}

export function runOfRows(row: SelectedRun, tasks: readonly SelectedTask[]): Run {
  return { ...headOfRow(row), tasks: tasks.map(taskOfRow) }
}

export const logOfRow = (row: SelectedLog): RunLog => ({ ...row, timestamp: row.timestamp.getTime() })

export function attemptOfRow(row: SelectedAttempt): PastAttempt {
  return { ...row, queued: ms(row.queued), started: ms(row.started), ended: ms(row.ended) }
}

/** A task with those fields of its run that its answers contain. */
export interface ListedTaskRow extends SelectedTask {
  workQueueId: string
  workQueueName: string
  workQueueDescription: string
  workQueueStatus: string
  appId: string
}

/** The columns of `ListedTaskRow` for a query that joins `tasks` and `workqueues`. */
export const listedTaskAliases = [
  ...taskAliases.map((alias) => `tasks.${alias}` as `tasks.${typeof alias}`),
  'tasks.workqueue_id as workQueueId',
  'tasks.app_id as appId',
  'workqueues.name as workQueueName',
  'workqueues.description as workQueueDescription',
  'workqueues.status as workQueueStatus',
] as const

export function wireTaskRow(row: ListedTaskRow): Task {
  const { workQueueId: id, appId, workQueueDescription: description, workQueueStatus: status } = row
  return { ...wireTask(taskOfRow(row), { id, appId, description, status }), workQueueName: row.workQueueName }
}
