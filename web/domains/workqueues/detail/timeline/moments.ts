import { isTerminalTask } from '#shared/domains/tasks/rules.ts'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'

/** The moments at which anything was queued, started or ended, each once, in order. */
export function attemptEvents(attempts: ReadonlyMap<string, readonly TimelineAttempt[]>): number[] {
  const moments = new Set<number>()
  for (const own of attempts.values())
    for (const { queued, started, ended } of own)
      for (const moment of [queued, started, ended]) if (moment !== null) moments.add(moment)
  return [...moments].sort((a, b) => a - b)
}

/** The next event after `at`, or the one before it; null when there is none. Without `at` from now. */
export function stepFrom(events: readonly number[], at: number | null, direction: 1 | -1): number | null {
  if (at === null) return direction < 0 ? (events.at(-1) ?? null) : null
  const after = firstAfter(events, at)
  if (direction > 0) return events[after] ?? null
  const before = events[after - 1] === at ? after - 2 : after - 1
  return events[before] ?? null
}

/** The index of the first event after a moment. */
function firstAfter(events: readonly number[], at: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (events[middle]! <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** What a task was doing at a moment. */
export interface TaskMoment {
  /** `unknown`: an attempt was going on that is not known. */
  status: string
  /** The attempt that had begun last; null before the first. */
  attempt: TimelineAttempt | null
}

/**
 * The status of a task at a moment. A task without attempts that was skipped had that status from `skippedAt` on.
 */
export function taskAt(
  attempts: readonly TimelineAttempt[],
  at: number,
  task: Pick<TimelineTask, 'status'>,
  skippedAt: number | null = null,
): TaskMoment {
  let current: TimelineAttempt | null = null
  let next: TimelineAttempt | null = null
  for (const attempt of attempts) {
    if ((attempt.queued ?? attempt.started ?? Infinity) > at) {
      next = attempt
      break
    }
    current = attempt
  }
  if (!current) {
    if (next && next.number > 1) return { status: 'unknown', attempt: null }
    const skipped = !next && task.status === 'skipped' && skippedAt !== null && skippedAt <= at
    return { status: skipped ? 'skipped' : 'notstarted', attempt: null }
  }
  if (current.ended !== null && current.ended <= at) {
    const retries = next
      ? next.round === current.round && current.status !== 'ended'
      : task.status === 'retry'
    return { status: retries ? 'retry' : current.status, attempt: current }
  }
  if (current.started !== null && current.started <= at) return { status: 'started', attempt: current }
  return { status: 'queued', attempt: current }
}

/** When each skipped task became so: when it says so, else when the last of its dependencies had ended. */
export function skippedMoments(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
): Map<string, number> {
  const byReference = new Map<string, TimelineTask>()
  for (const task of tasks) byReference.set(task.name, task).set(task.id, task)
  const known = new Map<string, number>()
  const endOf = (task: TimelineTask) => {
    const last = attempts.get(task.id)?.at(-1)
    return last?.ended ?? known.get(task.id) ?? -Infinity
  }
  for (const task of tasks) {
    if (task.status !== 'skipped' || (attempts.get(task.id)?.length ?? 0) > 0) continue
    const ends = task.depends.flatMap((reference) => byReference.get(reference) ?? []).map(endOf)
    const told = task.ended === null ? null : Date.parse(task.ended)
    known.set(task.id, told ?? Math.max(-Infinity, ...ends))
  }
  return known
}

/** The number of tasks in each status at a moment. */
export function countsAt(statuses: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1)
  return counts
}

/** Whether the run can still have events. */
export const isGoing = (tasks: readonly Pick<TimelineTask, 'status'>[]) =>
  tasks.some(({ status }) => !isTerminalTask(status) && status !== 'notstarted')
