import { MAX_STATE_SIZE } from '../../../shared/domains/workqueues/rules.ts'
import { advance, begin, enqueue, freeOrdinary, idle, isBuiltin, skip, type Step } from './advance.ts'
import { Draft, type Changes } from './draft.ts'
import { Refused, type RunEvent, type WorkerMark } from './events.ts'
import type { Moment, RetryRule, RunTask, TaskPatch } from './model.ts'
import type { Picture } from './picture.ts'
import { selectOutputs, writePath } from './state.ts'
import { ENGINE_ACTOR } from './types.ts'

/** No retry waits longer than a day, whatever its factor. */
export const MAX_RETRY_DELAY_MS = 86_400_000

/**
 * How often a task without a retry rule of its own comes back from workers that were not heard of any more: often
 * enough for workers that are restarted, and not for ever when it is the task that kills them.
 */
export const MAX_LOST_LEASES = 5

export interface Transition {
  picture: Picture
  changes: Changes
  /** For each event null, or why it was refused. */
  outcomes: (Refused | null)[]
}

/**
 * Every rule of the engine (contract section 7): what a run becomes by these events, one after the other.
 * Pure: the picture given stays as it is, time comes with the events. A refused event changes nothing
 * and does not stop the others. `holder` is the number under which this process executes built-in tasks;
 * with null they wait in the queue.
 */
export function transition(picture: Picture, events: readonly RunEvent[], holder: number | null): Transition {
  const draft = new Draft(picture)
  const outcomes = events.map((event) => {
    const refused = apply(draft, event, holder)
    if (!refused) advance(draft, event.at, holder)
    return refused
  })
  return { ...draft.close(), outcomes }
}

function apply(draft: Draft, event: RunEvent, holder: number | null): Refused | null {
  const step: Step = { at: event.at, actor: ENGINE_ACTOR, holder }
  switch (event.type) {
    case 'begin':
      return applyBegin(draft, step)
    case 'cancel':
      return applyCancel(draft, { ...step, actor: event.actor })
    case 'restart':
      return applyRestart(draft, { ...step, actor: event.actor }, event.taskId, event.alias)
    case 'taken':
      return onTask(draft, event.taskId, ({ status, attempt }, position) => {
        if (status !== 'queued') return refusal('queued', status)
        if (event.attempt !== undefined && event.attempt !== attempt)
          return new Refused(`The task has had attempt ${attempt} meanwhile`)
        begin(draft, position, { ...step, holder: event.holder })
        markWorker(draft, position, event.by)
        draft.count(position, event.at)
        return null
      })
    case 'retryDue':
      return onTask(draft, event.taskId, ({ status, attempt }, position) => {
        if (status !== 'retry' || attempt !== event.attempt) return refusal('waiting for this retry', status)
        enqueue(draft, position, step)
        return null
      })
    default:
      return onAttempt(draft, event, step)
  }
}

/** Events of an attempt under way; any other attempt is refused. */
type AttemptEvent = Extract<RunEvent, { attempt: number }>

function onAttempt(draft: Draft, event: AttemptEvent, step: Step): Refused | null {
  return onTask(draft, event.taskId, (task, position) => {
    if (task.status !== 'started' || task.attempt !== event.attempt)
      return new Refused(`Attempt ${event.attempt} of task ${task.name} is no longer under way`)
    if ('logs' in event) draft.addLogs(event.logs)
    if ('by' in event) markWorker(draft, position, event.by)
    const own = 'by' in event && event.by ? { ...step, actor: event.by.actor } : step
    switch (event.type) {
      case 'progress':
        if (event.progress !== undefined && event.progress !== task.progress)
          draft.changeTask(position, { progress: Math.min(1, Math.max(0, event.progress)) })
        break
      case 'ended':
        succeed(draft, position, event.result, own)
        break
      case 'failed':
        fail(draft, position, event.reason, own)
        break
      case 'timedOut':
        fail(draft, position, `Timed out after ${task.timeoutMs ?? 0} ms`, step)
        break
      case 'postponed':
        postpone(draft, position, event.reason, event.until ?? retryMoment(task, step.at), step)
        break
      case 'leaseLost':
        beginAgain(draft, position, step)
        break
      case 'leaseExpired':
        comeBack(draft, position, step)
        break
    }
    return null
  })
}

function applyBegin(draft: Draft, step: Step): null {
  const entries = new Set(draft.head.firstTasks)
  for (let position = 0; entries.size > 0 && position < draft.size; position++) {
    const { name, depends } = draft.task(position)
    if (depends.length === 0 && !entries.has(name) && !draft.graph.isErrorTask[position])
      skip(draft, position, step)
  }
  freeOrdinary(draft)
  return null
}

function applyCancel(draft: Draft, step: Step): Refused | null {
  const { status } = draft.head
  if (status !== 'notstarted' && status !== 'started')
    return new Refused(`The workqueue is ${status}: it cannot be cancelled`)
  // First, so that no task is taken for free because what it waits for is skipped.
  draft.changeRun({ status: 'cancelled', ended: step.at, updatedBy: step.actor })
  for (let position = 0; position < draft.size; position++) {
    const task = draft.task(position)
    if (task.status === 'started') endWith(draft, position, 'failed', 'Cancelled', step)
    else if (task.status === 'notstarted' || task.status === 'queued' || task.status === 'retry')
      skip(draft, position, step, 'Cancelled')
  }
  draft.freed.length = 0
  return null
}

function applyRestart(draft: Draft, step: Step, taskId: string, alias: string | undefined): Refused | null {
  return onTask(draft, taskId, (task, position) => {
    const { status } = draft.head
    if (status === 'cancelled' || status === 'notstarted')
      return new Refused(`The workqueue is ${status}: its tasks cannot be restarted`)
    if (task.status !== 'failed')
      return new Refused(`The task is ${task.status}: only a failed task can be restarted`)
    if (status !== 'started') draft.changeRun({ status: 'started', ended: null, updatedBy: step.actor })
    if (!draft.graph.isErrorTask[position]) resetErrorTasks(draft, step)
    if (alias !== undefined) draft.changeTask(position, { alias })
    draft.changeTask(position, { tries: 0 })
    enqueue(draft, position, step)
    // What was held back by the failure goes on when it was the last.
    if (draft.tally.failures === 0) freeOrdinary(draft)
    return null
  })
}

/** They belong to the failure that is being mended; should the run fail again, they run again. */
function resetErrorTasks(draft: Draft, step: Step): void {
  for (const position of draft.graph.errorPositions) {
    if (draft.task(position).status === 'notstarted') continue
    draft.changeTask(position, {
      ...idle,
      status: 'notstarted',
      queued: null,
      tries: 0,
      updatedBy: step.actor,
    })
  }
}

function succeed(
  draft: Draft,
  position: number,
  result: Parameters<typeof selectOutputs>[1],
  step: Step,
): void {
  const task = draft.task(position)
  const outputs = selectOutputs(task.outputs, result)
  if (outputs.length > 0) {
    let state = draft.head.state
    let size = draft.tally.stateSize
    for (const { path, value } of outputs) {
      state = writePath(state, path, value)
      size += JSON.stringify(value).length + path.join('').length + 8 * path.length
    }
    // The sum counts what was overwritten too; only a sum too large is worth an exact look.
    if (size > MAX_STATE_SIZE) size = JSON.stringify(state).length
    if (size > MAX_STATE_SIZE) {
      const reason = `Its outputs would make the state larger than ${MAX_STATE_SIZE / 1024} KiB`
      return fail(draft, position, reason, step)
    }
    draft.tally.stateSize = size
    draft.changeRun({ state })
  }
  endWith(draft, position, 'ended', null, step)
}

function fail(draft: Draft, position: number, reason: string, step: Step): void {
  const task = draft.task(position)
  if (task.tries <= task.retry.max) postpone(draft, position, reason, retryMoment(task, step.at), step)
  else endWith(draft, position, 'failed', reason, step)
}

function endWith(
  draft: Draft,
  position: number,
  status: 'ended' | 'failed',
  reason: string | null,
  step: Step,
) {
  const progress = status === 'ended' ? { progress: 1 } : {}
  draft.changeTask(position, { status, ended: step.at, reason, holder: null, deadline: null, ...progress })
  if (draft.task(position).updatedBy !== step.actor) draft.changeTask(position, { updatedBy: step.actor })
  draft.count(position, step.at)
}

function postpone(draft: Draft, position: number, reason: string, until: Moment, { at }: Step): void {
  draft.changeTask(position, {
    status: 'retry',
    ended: at,
    retryTime: until,
    reason,
    holder: null,
    deadline: null,
  })
  draft.count(position, at)
}

/**
 * A new attempt after a death: it is counted as an execution, but not as a try of the task's own. The
 * backlog hears nothing when it goes on at once: it still counts the task as started.
 */
function beginAgain(draft: Draft, position: number, step: Step): void {
  const { tries, type } = draft.task(position)
  draft.changeTask(position, { ...idle, tries: tries - 1, status: 'queued', queued: step.at })
  if (step.holder !== null && isBuiltin(type)) begin(draft, position, step)
  else draft.count(position, step.at)
}

/**
 * A task whose worker was not heard of in time is offered to the next one at once. That counts as a try, so that a
 * task that brings its workers down does not do so for ever: after `retry.max` retries, or `MAX_LOST_LEASES` where
 * the task has no rule, it fails.
 */
function comeBack(draft: Draft, position: number, step: Step): void {
  const { tries, retry, attempt } = draft.task(position)
  if (tries > (retry.max || MAX_LOST_LEASES)) {
    const reason = `The lease of attempt ${attempt} ended without a result, as those of its other tries`
    return endWith(draft, position, 'failed', reason, step)
  }
  draft.changeTask(position, { ...idle, status: 'queued', queued: step.at })
  draft.count(position, step.at)
}

function markWorker(draft: Draft, position: number, by: WorkerMark | undefined): void {
  if (!by) return
  const { updatedBy, version, hostName } = draft.task(position)
  const patch: TaskPatch = {}
  if (by.actor !== updatedBy) patch.updatedBy = by.actor
  if (by.version !== undefined && by.version !== version) patch.version = by.version
  if (by.hostName !== undefined && by.hostName !== hostName) patch.hostName = by.hostName
  if (Object.keys(patch).length > 0) draft.changeTask(position, patch)
}

/** The n-th retry waits delayMs * factor^(n-1), at most a day. */
function retryMoment(task: { retry: RetryRule; tries: number }, at: Moment): Moment {
  const { delayMs, factor } = task.retry
  return at + Math.min(MAX_RETRY_DELAY_MS, Math.round(delayMs * factor ** Math.max(0, task.tries - 1)))
}

function onTask(
  draft: Draft,
  taskId: string,
  change: (task: RunTask, position: number) => Refused | null,
): Refused | null {
  const position = draft.graph.positionById.get(taskId)
  return position === undefined ? new Refused('No such task') : change(draft.task(position), position)
}

const refusal = (wanted: string, status: string) => new Refused(`The task is ${status}, not ${wanted}`)
