import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import { MAX_STRIP, stripLetters } from '#shared/domains/workqueues/statuses.ts'
import type { Moment } from './fields.ts'
import type { RunTask } from './task.ts'

/** How far a run is, in the form of its row and of lists. */
export interface RunProgress {
  /** Number of tasks in each status, in the order of `countedOrder`. */
  readonly taskCounts: readonly number[]
  /** A letter for each task; null for a run with too many. */
  readonly strip: string | null
}

/** The time in which a task of a run was queued or started. */
export interface RunActivity {
  /** Milliseconds until `activeSince`. */
  readonly activeMs: number
  /** Null while no task is queued or started. */
  readonly activeSince: Moment | null
}

/** The statuses of tasks in the order of their counts. */
export const countedOrder = Object.keys(stripLetters) as TaskStatus[]
const places = Object.fromEntries(countedOrder.map((status, place) => [status, place])) as Record<
  TaskStatus,
  number
>

/** Counts tasks by status while they change. */
export class StatusCounts {
  readonly counts: number[]

  constructor(counts: readonly number[] = countedOrder.map(() => 0)) {
    this.counts = [...counts]
  }

  add(status: TaskStatus, count: number): void {
    this.counts[places[status]]! += count
  }

  of(status: TaskStatus): number {
    return this.counts[places[status]]!
  }
}

/** Number of these tasks in each status. */
export function countsOf(tasks: WithStatus): readonly number[] {
  const statuses = new StatusCounts()
  for (const { status } of tasks) statuses.add(status, 1)
  return statuses.counts
}

type WithStatus = readonly Pick<RunTask, 'status'>[]

/** The letters of these tasks; null when they are too many. */
export function stripOf(tasks: WithStatus): string | null {
  if (tasks.length > MAX_STRIP) return null
  let strip = ''
  for (const { status } of tasks) strip += stripLetters[status]
  return strip
}

/** The activity after an event at that moment; the same object when it goes on as before. */
export function activityAfter(before: RunActivity, active: boolean, at: Moment): RunActivity {
  const { activeMs, activeSince } = before
  if (active === (activeSince !== null)) return before
  if (activeSince === null) return { activeMs, activeSince: at }
  return { activeMs: activeMs + Math.max(0, at - activeSince), activeSince: null }
}

/** The counts as answers have them. */
export function wireTaskCounts(counts: readonly number[]): Record<string, number> {
  const wire: Record<string, number> = {}
  countedOrder.forEach((status, place) => (wire[status] = counts[place] ?? 0))
  return wire
}
