import type { RunDraft } from './draft.ts'
import { isTrue, TooCostly } from '#shared/domains/tasks/condition/evaluate.ts'
import { explainCondition } from '#shared/domains/tasks/condition/explain.ts'
import { resolveInputs } from './state.ts'
import { limitText, mibText } from './limits/limits.ts'
import { TooLarge } from './limits/weigh.ts'
import { ENGINE_ACTOR, type Actor } from './events.ts'
import type { Moment } from './fields.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { startsAtOnce, type RunTask, type TaskPatch } from './task.ts'

/** Moment and actor of a step, and the holder number under which this process may start built-in tasks. */
export interface Step {
  at: Moment
  actor: Actor
  holder: number | null
}

/**
 * Advances a run as far as its tasks allow: queues free tasks, then finishes the run when no task is left.
 */
export function advance(draft: RunDraft, at: Moment, holder: number | null): void {
  if (draft.head.status !== 'notstarted' && draft.head.status !== 'started') return
  const step = { at, actor: ENGINE_ACTOR, holder }
  for (;;) {
    releaseFreed(draft, step)
    if (draft.counters.activeOrdinary + draft.counters.activeErrorTasks > 0) return
    if (draft.counters.failures === 0) return complete(draft, step)
    draft.freed.push(...draft.graph.errorPositions.filter((position) => isFree(draft, position)))
    if (draft.freed.length === 0) return finish(draft, 'failed', step)
  }
}

/**
 * Frees all ordinary tasks that have no unsettled dependency and were not queued: at the start, and when the
 * last failure is resolved.
 */
export function freeOrdinary(draft: RunDraft): void {
  for (let position = 0; position < draft.size; position++) {
    if (!draft.graph.isErrorTask[position] && isFree(draft, position)) draft.freed.push(position)
  }
}

const isFree = (draft: RunDraft, position: number) =>
  draft.task(position).status === 'notstarted' && draft.counters.unmet[position] === 0

function releaseFreed(draft: RunDraft, step: Step): void {
  for (let index = 0; index < draft.freed.length; index++) {
    const position = draft.freed[index]!
    if (!isFree(draft, position) || !mayStart(draft, position)) continue
    const holds = conditionOf(draft, position)
    if (holds instanceof TooCostly) refuse(draft, position, holds.message, step)
    else if (holds) enqueue(draft, position, step)
    else {
      skip(draft, position, step)
      draft.changeTask(position, { conditionText: explained(draft, position) })
    }
  }
  draft.freed.length = 0
}

/** What the condition that is false has seen, in words; what it says when the search of its values is too costly. */
function explained(draft: RunDraft, position: number): string {
  const { condition } = draft.task(position)
  try {
    // Text columns cannot hold U+0000, which the state may contain.
    return explainCondition(condition, draft.head.state, draft.explanationWork).replaceAll('\0', '')
  } catch (error) {
    if (error instanceof TooCostly) return explainCondition(condition, null).replaceAll('\0', '')
    throw error
  }
}

function conditionOf(draft: RunDraft, position: number): boolean | TooCostly {
  const { condition } = draft.task(position)
  if (condition === null) return true
  try {
    return isTrue(condition, draft.head.state, draft.conditionWork)
  } catch (error) {
    if (error instanceof TooCostly) return error
    throw error
  }
}

/** Whether one of the tasks that have just become free may start. */
export const anyFreedStarts = (draft: RunDraft): boolean =>
  draft.freed.some((position) => isFree(draft, position) && mayStart(draft, position))

/** Ordinary tasks start while nothing has failed; error tasks when a failed run has no active task left. */
function mayStart(draft: RunDraft, position: number): boolean {
  const { failures, activeOrdinary } = draft.counters
  return draft.graph.isErrorTask[position] ? failures > 0 && activeOrdinary === 0 : failures === 0
}

/**
 * Queues a task, and starts it in the same step when this process executes it. Inputs that are too large fail the
 * task at once, whatever its retry rule: the next try would resolve the same.
 */
export function enqueue(draft: RunDraft, position: number, step: Step): void {
  const task = draft.task(position)
  const inputs = inputsOf(draft, position)
  if (inputs instanceof TooLarge) return refuse(draft, position, inputs.message, step)
  draft.keepAttempt(position)
  draft.changeTask(position, {
    ...idle,
    status: 'queued',
    queued: step.at,
    resolvedInputs: inputs,
    stateNo: draft.counters.results,
    ...fresh(task),
    ...dueOf(task, step.at),
    ...by(task, step.actor),
  })
  draft.count(position, step.at)
  if (step.holder === null || !startsAtOnce(task.type)) return
  begin(draft, position, step)
  draft.count(position, step.at)
}

/** The resolved inputs of a task, within the limits of the task and of its run. */
function inputsOf(draft: RunDraft, position: number): JsonObject | TooLarge {
  const { head, limits, counters } = draft
  try {
    const { resolved, bytes } = resolveInputs(draft.task(position).inputs, head.state, limits.taskInputs)
    const kept = draft.keptWith(bytes - counters.inputBytes[position]!)
    if (kept > limits.runKept) return new TooLarge('inputs', keptText(kept, limits.runKept))
    draft.keepInputs(position, bytes)
    return resolved
  } catch (error) {
    if (error instanceof TooLarge) return error
    throw error
  }
}

export const keptText = (kept: number, limit: number) =>
  `the workqueue would keep ${mibText(kept, limit)}, more than ${limitText(limit)}`

/** The deadline of a task counts from when it was first ready, so that retries do not move it. */
const dueOf = ({ deadlineMs, due, late }: RunTask, at: Moment): TaskPatch =>
  deadlineMs === null || due !== null || late !== null ? noPatch : { due: at + deadlineMs }
const noPatch: TaskPatch = {}

/** Fails a task that was not begun. The backlog gets no event: it does not count the task as started. */
export function refuse(draft: RunDraft, position: number, reason: string, step: Step): void {
  const task = draft.task(position)
  draft.keepAttempt(position)
  draft.changeTask(position, {
    ...idle,
    status: 'failed',
    queued: null,
    ended: step.at,
    reason,
    ...by(task, step.actor),
  })
}

/** Begins the next attempt of a task. */
export function begin(draft: RunDraft, position: number, { at, holder }: Step): void {
  const { attempt, tries, timeoutMs } = draft.task(position)
  draft.changeTask(position, {
    status: 'started',
    started: at,
    attempt: attempt + 1,
    tries: tries + 1,
    holder,
    deadline: timeoutMs === null ? null : at + timeoutMs,
  })
  if (draft.head.status === 'notstarted')
    draft.changeRun({ status: 'started', started: at, updatedBy: ENGINE_ACTOR })
}

export function skip(draft: RunDraft, position: number, step: Step, reason: string | null = null): void {
  const task = draft.task(position)
  if (task.status === 'retry') draft.keepAttempt(position)
  draft.changeTask(position, {
    ...idle,
    status: 'skipped',
    started: task.started,
    ended: step.at,
    reason,
    ...by(task, step.actor),
  })
}

/** The fields of a task without a current attempt. */
export const idle = {
  started: null,
  ended: null,
  retryTime: null,
  deadline: null,
  progress: 0,
  reason: null,
  holder: null,
} as const

/** What a new attempt does not have; part of the patch only when the one before had it. */
export const fresh = ({ version, hostName, leaseLost, conditionText }: RunTask): TaskPatch =>
  version === null && hostName === null && conditionText === null && !leaseLost
    ? {}
    : { version: null, hostName: null, conditionText: null, leaseLost: false }

const by = (task: RunTask, actor: Actor) => (task.updatedBy === actor ? {} : { updatedBy: actor })

function complete(draft: RunDraft, step: Step): void {
  for (const position of draft.graph.errorPositions) {
    if (draft.task(position).status === 'notstarted') skip(draft, position, step)
  }
  finish(draft, 'completed', step)
}

function finish(draft: RunDraft, status: 'completed' | 'failed', { at, actor }: Step): void {
  const started = draft.head.started === null ? { started: at } : {}
  draft.changeRun({ status, ended: at, updatedBy: actor, ...started })
}
