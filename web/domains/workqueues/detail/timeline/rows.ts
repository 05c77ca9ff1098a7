import type { TimelineAttempt, TimelineTask } from './attempts.ts'

export const rowOrders = ['graph', 'start', 'duration'] as const
export type RowOrder = (typeof rowOrders)[number]

const startOf = (attempts: readonly TimelineAttempt[]) =>
  attempts[0]?.queued ?? attempts[0]?.started ?? Infinity

/** Milliseconds in which attempts of a task ran; none for one that has not started. */
export function ranFor(attempts: readonly TimelineAttempt[], now: number): number {
  return attempts.reduce(
    (sum, { started, ended }) => (started === null ? sum : sum + Math.max(0, (ended ?? now) - started)),
    0,
  )
}

/**
 * The rows in an order: of the workflow (tasks `aside` of it last), by the first start, or by the time that they ran (longest first). Tasks that
 * have not begun come last; equal ones stay in the order of the workflow.
 */
export function orderedRows<Task extends Pick<TimelineTask, 'id'>>(
  tasks: readonly Task[],
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  { order, now, aside }: { order: RowOrder; now: number; aside: ReadonlySet<string> },
): readonly Task[] {
  if (order === 'graph') {
    if (aside.size === 0) return tasks
    return [...tasks.filter(({ id }) => !aside.has(id)), ...tasks.filter(({ id }) => aside.has(id))]
  }
  const keyOf = ({ id }: Task) => {
    const own = attempts.get(id) ?? []
    if (own.length === 0) return Infinity
    return order === 'start' ? startOf(own) : -ranFor(own, now)
  }
  const keys = new Map(tasks.map((task) => [task, keyOf(task)]))
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
  return [...tasks].sort((a, b) => compare(keys.get(a)!, keys.get(b)!))
}
