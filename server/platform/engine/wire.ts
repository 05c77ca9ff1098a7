import type { LogEntry, Task } from '#shared/domains/tasks/contract.ts'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Moment, Run, RunLog, RunTask } from './model.ts'

/** The engine's rows in the form that answers and live messages carry. */

/** One write speaks of one moment many times, so the last text is kept. */
let last = { moment: 0, text: new Date(0).toISOString() }
export function iso(moment: Moment): string {
  if (moment !== last.moment) last = { moment, text: new Date(moment).toISOString() }
  return last.text
}
export const isoOrNull = (moment: Moment | null): string | null => (moment === null ? null : iso(moment))

/** Milliseconds between queued and started; null while one of them is missing. */
export function waitOf(task: Pick<RunTask, 'queued' | 'started'>): number | null {
  return task.queued === null || task.started === null ? null : Math.max(0, task.started - task.queued)
}

export function wireTask(task: RunTask, run: Pick<Run, 'id' | 'appId' | 'description'>): Task {
  return {
    _id: task.id,
    workQueueId: run.id,
    workQueueDescription: run.description,
    appId: run.appId,
    name: task.name,
    type: task.type,
    alias: task.alias,
    aliasType: task.aliasType,
    version: task.version,
    hostName: task.hostName,
    depends: [...task.depends],
    condition: task.condition,
    continueOnError: task.continueOnError,
    inputs: task.inputs,
    outputs: { ...task.outputs },
    retry: task.retry,
    timeoutMs: task.timeoutMs,
    status: task.status,
    attempt: task.attempt,
    created: iso(task.created),
    queued: isoOrNull(task.queued),
    started: isoOrNull(task.started),
    ended: isoOrNull(task.ended),
    wait: waitOf(task),
    retryTime: isoOrNull(task.retryTime),
    progress: task.progress,
    reason: task.reason,
    updatedBy: task.updatedBy,
  }
}

export function wireSummary(run: Run): WorkqueueSummary {
  return {
    _id: run.id,
    appId: run.appId,
    name: run.name,
    description: run.description,
    tags: [...run.tags],
    planId: run.planId,
    rerunOf: run.rerunOf,
    parentTaskId: run.parentTaskId,
    status: run.status,
    created: iso(run.created),
    createdBy: run.createdBy,
    started: isoOrNull(run.started),
    ended: isoOrNull(run.ended),
    updatedBy: run.updatedBy,
  }
}

export function wireLog(entry: RunLog): LogEntry {
  return {
    _id: entry.id,
    taskId: entry.taskId,
    attempt: entry.attempt,
    timestamp: iso(entry.timestamp),
    level: entry.level,
    message: entry.message,
    stacktrace: entry.stacktrace,
  }
}
