import type { LogEntry, Task } from '#shared/domains/tasks/contract.ts'
import type { Workqueue, WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { LogRow, TaskRow, WorkqueueRow, WorkqueueSummaryRow } from '../db/tables/runs.ts'
import type { Run, RunTask } from '../engine/model.ts'
import { iso, wireSummary, wireTask } from '../engine/wire.ts'

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
