import { isByHand } from '#shared/domains/tasks/rules.ts'
import type { RunChanges } from '../engine/draft.ts'
import { GIVEN_BACK, type PastAttempt } from '../engine/history/past-attempt.ts'
import type { Run } from '../engine/run.ts'
import type { RunTask } from '../engine/task.ts'

/** An attempt with what is known of its worker. */
export type CountedAttempt = Pick<
  PastAttempt,
  'alias' | 'version' | 'hostName' | 'queued' | 'started' | 'ended'
>

/** Takes what one write moved, task by task. */
export interface MoveSink {
  /** Tasks that came into the queue of a task, were handed out of it, and left it otherwise. */
  moved(task: RunTask, came: number, out: number, gone: number): void
  /** An attempt has begun after this wait, in milliseconds. */
  waited(task: RunTask, ms: number): void
  /** An attempt has ended well or failed. */
  ended(task: RunTask, attempt: CountedAttempt, result: 'ended' | 'failed'): void
}

/**
 * What a committed write of a run moved in its queues. The numbers of attempts tell what was handed out, however many
 * events the write has applied; `before` is null for a new run.
 */
export function readMoves(
  before: Run | null,
  changes: Pick<RunChanges, 'tasks' | 'past'>,
  sink: MoveSink,
): void {
  for (const { task } of changes.tasks) {
    const known = before?.tasks[task.position] ?? null
    const isMoved = known?.status === 'queued' && known.alias !== task.alias
    if (isMoved) sink.moved(known, 0, 0, 1)
    const wasQueued = known?.status === 'queued' && !isMoved ? 1 : 0
    const isQueued = task.status === 'queued' ? 1 : 0
    const had = known?.attempt ?? 0
    const out = task.attempt - had - actsOn(task, had, changes.past)
    const gone = wasQueued === 1 && isQueued === 0 && out === 0 ? 1 : 0
    const came = out + gone + isQueued - wasQueued
    if (came + out + gone > 0) sink.moved(task, came, out, gone)
    if (task.started === null || isByHand(task) || (out === 0 && known?.status !== 'started')) continue
    if (out > 0) readWait(task, task, sink)
    if (task.status === 'ended') sink.ended(task, task, 'ended')
    else if (task.status === 'failed' || task.status === 'retry') sink.ended(task, task, 'failed')
  }
  if (changes.past.length > 0) readPast(before, changes, sink)
}

/** Attempts that another one has followed in this write: those that began or ended in it. */
function readPast(
  before: Run | null,
  { tasks, past }: Pick<RunChanges, 'tasks' | 'past'>,
  sink: MoveSink,
): void {
  const taskOf = new Map(tasks.map(({ task }) => [task.id, task]))
  for (const attempt of past) {
    const task = taskOf.get(attempt.taskId)
    if (!task) continue
    const known = before?.tasks[task.position] ?? null
    if (isByHand(attempt)) continue
    const isNew = attempt.number > (known?.attempt ?? 0)
    if (isNew) readWait(task, attempt, sink)
    // What was over before this write was counted then.
    else if (known?.status !== 'started') continue
    if (attempt.status === 'ended') sink.ended(task, attempt, 'ended')
    // What its worker gave back has no result.
    else if (attempt.status === 'failed' && attempt.reason !== GIVEN_BACK) sink.ended(task, attempt, 'failed')
  }
}

/** Attempts of this write that no worker has made, because a person has ended the task. */
const actsOn = (task: RunTask, had: number, past: RunChanges['past']) =>
  Number(task.attempt > had && isByHand(task)) +
  past.filter((one) => one.taskId === task.id && one.number > had && isByHand(one)).length

function readWait(task: RunTask, { queued, started }: CountedAttempt, sink: MoveSink): void {
  if (queued !== null && started !== null) sink.waited(task, Math.max(0, started - queued))
}
