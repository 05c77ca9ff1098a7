import {
  appWorkqueuesChannel,
  GLOBAL_TASKS_CHANNEL,
  workqueueChannel,
  workqueueLogsChannel,
  workqueueTasksChannel,
  type LiveMessage,
} from '#shared/realtime/events.ts'
import type { WorkqueueEventData } from '#shared/domains/workqueues/contract.ts'
import { traceIdOf } from '#server/lib/telemetry/tracing.ts'
import type { RunChanges } from './draft.ts'
import { isoOrNull } from './fields.ts'
import { wireLog } from './log.ts'
import { wireTaskCounts } from './progress.ts'
import { parentOf, wireRunSummary, type Run } from './run.ts'
import { wireTask, wireTaskPatch } from './task.ts'

/** The live messages of a new run: the whole run and each whole task. */
export function messagesOfNewRun(run: Run, changes: RunChanges): LiveMessage[] {
  const channel = workqueueTasksChannel(run.appId, run.id)
  const summary = { ...wireRunSummary(run), inputs: run.inputs ?? {} }
  return [
    { channel: appWorkqueuesChannel(run.appId), event: 'save', data: summary },
    { channel: workqueueChannel(run.appId, run.id), event: 'save', data: summary },
    ...run.tasks.map((task) => ({ channel, event: 'save' as const, data: wireTask(task, run) })),
    ...countMessages(changes),
  ]
}

/** The live messages of one write, in the order of delivery. */
export function messagesOfWrite(before: Run, run: Run, changes: RunChanges): LiveMessage[] {
  const tasks = workqueueTasksChannel(run.appId, run.id)
  const messages: LiveMessage[] = []
  for (const { task, patch } of changes.tasks) {
    const event = task.status === before.tasks[task.position]?.status ? 'update' : 'status'
    messages.push({
      channel: tasks,
      event,
      data: { _id: task.id, workQueueId: run.id, ...wireTaskPatch(task, patch) },
    })
  }
  if (changes.logs.length > 0) {
    const channel = workqueueLogsChannel(run.appId, run.id)
    messages.push({ channel, event: 'save', data: changes.logs.map(wireLog) })
  }
  messages.push(...runMessages(before, run, changes), ...countMessages(changes))
  return messages
}

/**
 * Lists do not show the state, so only the run's own channel contains it. Progress alone is for lists: who sees the run
 * has the events of its tasks.
 */
function runMessages(before: Run, run: Run, { run: patch }: RunChanges): LiveMessage[] {
  const { state, ...shown } = patch
  const event = run.status === before.status ? 'update' : 'status'
  const data: WorkqueueEventData = { _id: run.id, appId: run.appId }
  if ('status' in shown) data.status = run.status
  if ('started' in shown) data.started = isoOrNull(run.started)
  if ('ended' in shown) data.ended = isoOrNull(run.ended)
  if ('updatedBy' in shown) data.updatedBy = run.updatedBy
  if ('restarts' in shown) data.restarts = run.restarts
  if ('trace' in shown) data.traceId = traceIdOf(run.trace)
  if ('due' in shown) data.due = isoOrNull(run.due)
  if ('late' in shown) data.late = isoOrNull(run.late)
  if ('activeMs' in shown) data.activeMs = run.activeMs
  if ('activeSince' in shown) data.activeSince = isoOrNull(run.activeSince)
  if ('taskCounts' in shown) data.taskCounts = wireTaskCounts(run.taskCounts)
  if ('strip' in shown) data.strip = run.strip
  if (event === 'status' && run.parentId !== null) data.parent = parentOf(run)
  const messages: LiveMessage[] = []
  const fields = Object.keys(shown)
  const changed = fields.some((field) => field !== 'taskCounts' && field !== 'strip')
  if (fields.length > 0) messages.push({ channel: appWorkqueuesChannel(run.appId), event, data })
  if (changed || state)
    messages.push({
      channel: workqueueChannel(run.appId, run.id),
      event,
      data: state ? { ...data, state } : data,
    })
  return messages
}

function countMessages(changes: RunChanges): LiveMessage[] {
  return changes.counted.map((data) => ({ channel: GLOBAL_TASKS_CHANNEL, event: 'status', data }))
}
