import { advance, begin, enqueue, freeOrdinary, skip, type Step } from './advance.ts'
import {
  restartAttempt,
  requeueExpired,
  fail,
  markWorker,
  postpone,
  retryMoment,
  succeed,
} from './attempt.ts'
import { endByHand } from './control/by-hand.ts'
import { passDeadline } from './control/deadline.ts'
import { RunDraft, type RunChanges } from './draft.ts'
import { Refused, type RunEvent } from './events.ts'
import { defaultEngineLimits, type EngineLimits } from './limits/limits.ts'
import type { Snapshot } from './snapshot.ts'
import { ENGINE_ACTOR, type Actor } from './events.ts'
import { cancelledReason, isTerminalTask } from '#shared/domains/tasks/rules.ts'
import { restart } from './control/restart.ts'
import { setAside } from './control/set-aside.ts'
import type { RunTask } from './task.ts'

export interface Transition {
  snapshot: Snapshot
  changes: RunChanges
  /** For each event null, or why it was refused. */
  outcomes: (Refused | null)[]
}

/**
 * Applies events to a run, one after the other, by the rules of the engine. Pure: the given snapshot is not
 * changed, time comes with the events. A refused event changes nothing and does not stop the others. `holder`
 * is the number under which this process executes built-in tasks; with null they stay queued.
 */
export function transition(
  snapshot: Snapshot,
  events: readonly RunEvent[],
  holder: number | null,
  limits: EngineLimits = defaultEngineLimits,
): Transition {
  const draft = new RunDraft(snapshot, limits)
  const outcomes = events.map((event) => {
    const refused = apply(draft, event, holder)
    if (!refused) advance(draft, event.at, holder)
    draft.measureActivity(event.at)
    return refused
  })
  return { ...draft.close(), outcomes }
}

function apply(draft: RunDraft, event: RunEvent, holder: number | null): Refused | null {
  const step: Step = { at: event.at, actor: ENGINE_ACTOR, holder }
  switch (event.type) {
    case 'begin':
      return applyBegin(draft, step)
    case 'cancel':
      return applyCancel(draft, { ...step, actor: event.actor })
    case 'setAside':
      draft.addLogs(event.logs)
      return setAside(draft, step, event)
    case 'restart': {
      const by = { ...step, actor: event.actor }
      return onTask(draft, event.taskId, (_, position) => restart(draft, position, by, event))
    }
    case 'complete':
    case 'skip': {
      const by = { ...step, actor: event.actor }
      return onTask(draft, event.taskId, (_, position) => endByHand(draft, position, by, event))
    }
    case 'taken':
      return onTask(draft, event.taskId, ({ status, attempt, alias }, position) => {
        if (status !== 'queued') return refusal('queued', status)
        if (event.alias !== undefined && event.alias !== alias)
          return new Refused(`The task has been moved to the alias ${alias}`)
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
    case 'deadlinePassed':
      return passDeadline(draft, step, event)
    default:
      return onAttempt(draft, event, step)
  }
}

/** Events of the current attempt; any other attempt is refused. */
type AttemptEvent = Extract<RunEvent, { attempt: number }>

function onAttempt(draft: RunDraft, event: AttemptEvent, step: Step): Refused | null {
  return onTask(draft, event.taskId, (task, position) => {
    if (task.status !== 'started' || task.attempt !== event.attempt)
      return new Refused(`Attempt ${event.attempt} of task ${task.name} is no longer under way`)
    if ('logs' in event) draft.addLogs(event.logs)
    if ('by' in event) markWorker(draft, position, event.by)
    if ('fingerprint' in event && event.fingerprint)
      draft.nameFailure(task.id, task.attempt, event.fingerprint)
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
        restartAttempt(draft, position, step)
        break
      case 'leaseExpired':
        requeueExpired(draft, position, event.returned ?? false, step)
        break
    }
    return null
  })
}

function applyBegin(draft: RunDraft, step: Step): null {
  const entries = new Set(draft.head.firstTasks)
  for (let position = 0; entries.size > 0 && position < draft.size; position++) {
    const { name, depends } = draft.task(position)
    if (depends.length === 0 && !entries.has(name) && !draft.graph.isErrorTask[position])
      skip(draft, position, step)
  }
  freeOrdinary(draft)
  return null
}

function applyCancel(draft: RunDraft, step: Step): Refused | null {
  const { status } = draft.head
  if (status !== 'notstarted' && status !== 'started')
    return new Refused(`The workqueue is ${status}: it cannot be cancelled`)
  // First, so that no task is freed because the task that it waits for is skipped.
  draft.changeRun({ status: 'cancelled', ended: step.at, updatedBy: step.actor })
  for (let position = 0; position < draft.size; position++) {
    const task = draft.task(position)
    if (isTerminalTask(task.status)) continue
    draft.leaveBacklog(position, step.at)
    skip(draft, position, step, cancelledBy(step.actor))
  }
  draft.freed.length = 0
  return null
}

function onTask(
  draft: RunDraft,
  taskId: string,
  change: (task: RunTask, position: number) => Refused | null,
): Refused | null {
  const position = draft.graph.positionById.get(taskId)
  return position === undefined ? new Refused('No such task') : change(draft.task(position), position)
}

const cancelledBy = (actor: Actor) => cancelledReason(actor === ENGINE_ACTOR ? null : actor)

const refusal = (wanted: string, status: string) => new Refused(`The task is ${status}, not ${wanted}`)
