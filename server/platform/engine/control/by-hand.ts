import { completedReason, isByHand, skippedReason } from '#shared/domains/tasks/rules.ts'
import { anyFreedStarts, freeOrdinary, fresh, idle, type Step } from '../advance.ts'
import { writeOutputsOf } from '../attempt.ts'
import type { RunDraft } from '../draft.ts'
import { Refused, type RunEvent } from '../events.ts'
import { TooLarge, weightOf } from '../limits/weigh.ts'
import { reopen } from './deadline.ts'
import { resetErrorTasks } from './restart.ts'
import { isFailure } from '../snapshot.ts'
import type { RunTask, TaskPatch } from '../task.ts'

type ByHand = Extract<RunEvent, { type: 'complete' | 'skip' }>

/**
 * A person ends a task that has had its turn and is not running, with a result or without one. It is an attempt of its own, in a round of its
 * own, so that the attempts show who did it. A failed run whose last failure this was goes on.
 */
export function endByHand(draft: RunDraft, position: number, step: Step, act: ByHand): Refused | null {
  const task = draft.task(position)
  const refused = refusalOf(draft.head.status, task, act.type)
  if (refused) return refused
  const result = act.type === 'complete' ? act.outputs : null
  const bytes = result && writtenBytes(draft, position, result)
  if (bytes instanceof Refused) return bytes
  const wasFailure = isFailure(task, draft.graph.isErrorTask[position]!)
  draft.leaveBacklog(position, step.at)
  draft.keepAttempt(position)
  if (result && bytes !== null) draft.keepResult(position, result, bytes)
  draft.changeTask(position, {
    ...idle,
    ...fresh(task),
    ...handedOut(draft, position),
    ...outcomeOf(act),
    queued: null,
    started: step.at,
    ended: step.at,
    attempt: task.attempt + 1,
    tries: 1,
    round: task.round + 1,
    roundActor: step.actor,
    updatedBy: step.actor,
  })
  goOn(draft, step, wasFailure)
  return null
}

const verbs = { complete: 'completed', skip: 'skipped' } as const

function refusalOf(runStatus: string, task: RunTask, act: ByHand['type']): Refused | null {
  const { status, reason } = task
  const verb = verbs[act]
  if (runStatus === 'cancelled') return new Refused(`The workqueue is cancelled: its tasks cannot be ${verb}`)
  // What comes after it would start while what comes before it has not ended.
  if (status === 'notstarted')
    return new Refused(`The task is notstarted: it cannot be ${verb} before its turn`)
  if (status === 'started') return new Refused(`The task is started: it cannot be ${verb} while it runs`)
  if (status !== 'ended' && status !== 'skipped') return null
  const how = isByHand(task) ? ` (${reason})` : ''
  return new Refused(`The task is ${status}${how}: it cannot be ${verb}`)
}

/** Writes a result into the state; what is too large is refused, and nothing is changed. */
function writtenBytes(draft: RunDraft, position: number, result: ByHandOutputs): number | Refused {
  try {
    return writeOutputsOf(draft, position, result)
  } catch (error) {
    if (error instanceof TooLarge) return new Refused(error.message)
    throw error
  }
}
type ByHandOutputs = Extract<ByHand, { type: 'complete' }>['outputs']

function outcomeOf(act: ByHand): TaskPatch {
  return act.type === 'complete'
    ? { status: 'ended', progress: 1, reason: completedReason(act.actor, act.reason) }
    : { status: 'skipped', reason: skippedReason(act.actor, act.reason) }
}

/** Without a number of the state the result would count as one from before results were numbered. */
function handedOut(draft: RunDraft, position: number): TaskPatch {
  const { stateNo, resolvedInputs } = draft.task(position)
  if (stateNo !== null) return {}
  const inputs = resolvedInputs ?? {}
  draft.keepInputs(position, weightOf(inputs))
  return { resolvedInputs: inputs, stateNo: draft.counters.results }
}

/** Starts what the task has held back. A failed run is only opened again when something starts, or nothing is left. */
function goOn(draft: RunDraft, step: Step, wasFailure: boolean): void {
  const repaired = wasFailure && draft.counters.failures === 0
  if (repaired) {
    resetErrorTasks(draft, step)
    freeOrdinary(draft)
  }
  const { status, started } = draft.head
  if (status === 'notstarted')
    draft.changeRun({ status: 'started', started: started ?? step.at, updatedBy: step.actor })
  else if (status === 'failed' && (repaired || anyFreedStarts(draft))) reopen(draft, step)
}
