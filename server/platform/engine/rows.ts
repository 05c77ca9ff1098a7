import type { LogEntry, Task, TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { Workqueue, WorkqueueStatus, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { RetryRule, Run, RunTask } from './model.ts'
import { iso, wireSummary, wireTask } from './wire.ts'

/** Columns of `workqueues` as the driver answers `select *`. */
export interface WorkqueueRow {
  id: string
  account_id: string
  app_id: string
  name: string
  description: string
  tags: string[]
  plan_id: string | null
  rerun_of: string | null
  parent_task_id: string | null
  parent_item: number | null
  depth: number
  status: WorkqueueStatus
  seq: number
  created: Date
  created_by: string | null
  started: Date | null
  ended: Date | null
  updated_by: string | null
  initial_state: JsonObject
  state: JsonObject
  outputs_def: Json
  first_tasks: string[]
  error_tasks: string[]
}

/** The columns of `workqueues` that a list needs. */
export type WorkqueueSummaryRow = Omit<
  WorkqueueRow,
  'initial_state' | 'state' | 'outputs_def' | 'first_tasks' | 'error_tasks'
>

/** Columns of `tasks` as the driver answers `select *`. */
export interface TaskRow {
  id: string
  account_id: string
  app_id: string
  workqueue_id: string
  position: number
  name: string
  type: string
  alias: string
  alias_type: string | null
  version: string | null
  host_name: string | null
  depends: string[]
  condition: Json
  continue_on_error: boolean
  inputs: JsonObject
  outputs: Record<string, string>
  retry: RetryRule
  timeout_ms: number | null
  status: TaskStatus
  attempt: number
  tries: number
  created: Date
  queued: Date | null
  started: Date | null
  ended: Date | null
  retry_time: Date | null
  deadline: Date | null
  progress: number
  reason: string | null
  updated_by: string | null
  resolved_inputs: JsonObject | null
  holder: number | null
}

/** Columns of `task_logs`. */
export interface LogRow {
  id: string
  task_id: string
  attempt: number
  timestamp: Date
  level: string
  message: string
  stacktrace: string | null
}

const ms = (date: Date | null): number | null => (date === null ? null : date.getTime())

export function runOfRows(row: WorkqueueRow, tasks: readonly TaskRow[]): Run {
  return {
    id: row.id,
    accountId: row.account_id,
    appId: row.app_id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    planId: row.plan_id,
    rerunOf: row.rerun_of,
    parentTaskId: row.parent_task_id,
    parentItem: row.parent_item,
    depth: row.depth,
    status: row.status,
    seq: row.seq,
    created: row.created.getTime(),
    createdBy: row.created_by,
    started: ms(row.started),
    ended: ms(row.ended),
    updatedBy: row.updated_by,
    initialState: row.initial_state,
    state: row.state,
    outputsDef: row.outputs_def,
    firstTasks: row.first_tasks,
    errorTasks: row.error_tasks,
    tasks: tasks.map(taskOfRow),
  }
}

export function taskOfRow(row: TaskRow): RunTask {
  return {
    id: row.id,
    position: row.position,
    name: row.name,
    type: row.type,
    alias: row.alias,
    aliasType: row.alias_type,
    version: row.version,
    hostName: row.host_name,
    depends: row.depends,
    condition: row.condition,
    continueOnError: row.continue_on_error,
    inputs: row.inputs,
    outputs: row.outputs,
    retry: row.retry,
    timeoutMs: row.timeout_ms,
    status: row.status,
    attempt: row.attempt,
    tries: row.tries,
    created: row.created.getTime(),
    queued: ms(row.queued),
    started: ms(row.started),
    ended: ms(row.ended),
    retryTime: ms(row.retry_time),
    deadline: ms(row.deadline),
    progress: row.progress,
    reason: row.reason,
    updatedBy: row.updated_by,
    resolvedInputs: row.resolved_inputs,
    holder: row.holder,
  }
}

/** A task as routes answer it. `workqueueDescription` comes from the run's row. */
export function wireTaskRow(row: TaskRow, workqueueDescription: string): Task {
  return wireTask(taskOfRow(row), {
    id: row.workqueue_id,
    appId: row.app_id,
    description: workqueueDescription,
  })
}

/** A workqueue as lists answer it. */
export function wireSummaryRow(row: WorkqueueSummaryRow): WorkqueueSummary {
  const states = { initial_state: {}, state: {}, outputs_def: null, first_tasks: [], error_tasks: [] }
  return wireSummary(runOfRows({ ...row, ...states }, []))
}

/** A workqueue whole; `tasks` in order of `position`. */
export function wireWorkqueueRow(row: WorkqueueRow, tasks: readonly TaskRow[]): Workqueue {
  return {
    ...wireSummaryRow(row),
    initialState: row.initial_state,
    state: row.state,
    outputsDef: row.outputs_def,
    firstTasks: row.first_tasks,
    errorTasks: row.error_tasks,
    tasks: tasks.map((task) => wireTaskRow(task, row.description)),
  }
}

export function wireLogRow(row: LogRow): LogEntry {
  return {
    _id: row.id,
    taskId: row.task_id,
    attempt: row.attempt,
    timestamp: iso(row.timestamp.getTime()),
    level: row.level,
    message: row.message,
    stacktrace: row.stacktrace,
  }
}
