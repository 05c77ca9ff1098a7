import type { Draft } from './draft.ts'
import { builtinTypes } from '#shared/domains/tasks/contract.ts'
import { holds } from './condition.ts'
import { resolveInputs } from './state.ts'
import { ENGINE_ACTOR, type Actor } from './events.ts'
import type { Moment } from './fields.ts'
import type { RunTask } from './task.ts'

/** When and by whom a step is made, and the number under which this process may start built-in tasks. */
export interface Step {
  at: Moment
  actor: Actor
  holder: number | null
}

export function isBuiltin(type: string): boolean {
  return (builtinTypes as readonly string[]).includes(type)
}

/** Moves a run as far as its tasks allow: queues what is free, then finishes when nothing is left. */
export function advance(draft: Draft, at: Moment, holder: number | null): void {
  if (draft.head.status !== 'notstarted' && draft.head.status !== 'started') return
  const step = { at, actor: ENGINE_ACTOR, holder }
  for (;;) {
    releaseFreed(draft, step)
    if (draft.tally.activeOrdinary + draft.tally.activeErrorTasks > 0) return
    if (draft.tally.failures === 0) return complete(draft, step)
    draft.freed.push(...draft.graph.errorPositions.filter((position) => isFree(draft, position)))
    if (draft.freed.length === 0) return finish(draft, 'failed', step)
  }
}

/** All ordinary tasks that wait for nothing but were not queued; at the start, and when a failure is gone. */
export function freeOrdinary(draft: Draft): void {
  for (let position = 0; position < draft.size; position++) {
    if (!draft.graph.isErrorTask[position] && isFree(draft, position)) draft.freed.push(position)
  }
}

const isFree = (draft: Draft, position: number) =>
  draft.task(position).status === 'notstarted' && draft.tally.unmet[position] === 0

function releaseFreed(draft: Draft, step: Step): void {
  for (let index = 0; index < draft.freed.length; index++) {
    const position = draft.freed[index]!
    if (!isFree(draft, position) || !isTurnOf(draft, position)) continue
    const task = draft.task(position)
    if (task.condition === null || holds(task.condition, draft.head.state)) enqueue(draft, position, step)
    else skip(draft, position, step)
  }
  draft.freed.length = 0
}

/** Ordinary tasks go on while nothing has failed; error tasks when a failed run has come to rest. */
function isTurnOf(draft: Draft, position: number): boolean {
  const { failures, activeOrdinary } = draft.tally
  return draft.graph.isErrorTask[position] ? failures > 0 && activeOrdinary === 0 : failures === 0
}

/** Queues a task, and starts it in the same breath when this process executes it. */
export function enqueue(draft: Draft, position: number, step: Step): void {
  const task = draft.task(position)
  draft.changeTask(position, {
    ...idle,
    status: 'queued',
    queued: step.at,
    resolvedInputs: resolveInputs(task.inputs, draft.head.state),
    ...by(task, step.actor),
  })
  draft.count(position, step.at)
  if (step.holder === null || !isBuiltin(task.type)) return
  begin(draft, position, step)
  draft.count(position, step.at)
}

/** Begins the next attempt of a task. */
export function begin(draft: Draft, position: number, { at, holder }: Step): void {
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

export function skip(draft: Draft, position: number, step: Step, reason: string | null = null): void {
  const task = draft.task(position)
  draft.changeTask(position, {
    ...idle,
    status: 'skipped',
    started: task.started,
    ended: step.at,
    reason,
    ...by(task, step.actor),
  })
}

/** What a task without an attempt under way looks like. */
export const idle = {
  started: null,
  ended: null,
  retryTime: null,
  deadline: null,
  progress: 0,
  reason: null,
  holder: null,
} as const

const by = (task: RunTask, actor: Actor) => (task.updatedBy === actor ? {} : { updatedBy: actor })

function complete(draft: Draft, step: Step): void {
  for (const position of draft.graph.errorPositions) {
    if (draft.task(position).status === 'notstarted') skip(draft, position, step)
  }
  finish(draft, 'completed', step)
}

function finish(draft: Draft, status: 'completed' | 'failed', { at, actor }: Step): void {
  const started = draft.head.started === null ? { started: at } : {}
  draft.changeRun({ status, ended: at, updatedBy: actor, ...started })
}
