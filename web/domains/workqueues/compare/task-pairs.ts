import { errorTaskIds, orderTasks } from '#shared/domains/tasks/order.ts'
import type { WorkqueueDetail } from '../detail/operations.ts'

/** A run as the comparison reads it. */
export type ComparedRun = WorkqueueDetail
export type ComparedTask = ComparedRun['tasks'][number]

/** The runs of a comparison are left and right. */
export type Side = 'left' | 'right'

/** What a comparison has once for each of its two runs. */
export type Both<Value> = Readonly<Record<Side, Value>>

export const sides = ['left', 'right'] as const satisfies readonly Side[]

export const otherSide = (side: Side): Side => (side === 'left' ? 'right' : 'left')

/** A task by its name in both runs; null where a run lacks it. */
export interface TaskPair {
  /** Unique in its comparison. */
  key: string
  name: string
  left: ComparedTask | null
  right: ComparedTask | null
  /** It runs only when the run fails. */
  errorTask: boolean
  /** It runs beside another task: both depend on the same tasks. */
  parallel: boolean
}

/** The names of tasks are unique on the embedded platform; where they are not, the occurrences are paired in order. */
function byKey(tasks: readonly ComparedTask[]): Map<string, ComparedTask> {
  const seen = new Map<string, number>()
  return new Map(
    tasks.map((task) => {
      const count = (seen.get(task.name) ?? 0) + 1
      seen.set(task.name, count)
      return [count === 1 ? task.name : `${task.name} ${count}`, task]
    }),
  )
}

/** The dependencies of the tasks as keys of the comparison, whether the run names them by id or by name. */
function dependenciesOf(keyed: ReadonlyMap<string, ComparedTask>): (task: ComparedTask) => string[] {
  const keys = new Map<string, string>()
  for (const [key, task] of keyed) if (!keys.has(task.name)) keys.set(task.name, key)
  for (const [key, task] of keyed) keys.set(task.id, key)
  return (task) => task.depends.flatMap((reference) => keys.get(reference) ?? [])
}

/**
 * The tasks of both runs, paired by name, in the order of the workflow: of the right run, with the tasks that only the
 * left one has in their places. Tasks that run on a failure only come last.
 */
export function pairTasks({ left, right }: Both<ComparedRun>): TaskPair[] {
  const [inLeft, inRight] = [byKey(left.tasks), byKey(right.tasks)]
  const leftDepends = dependenciesOf(inLeft)
  const rightDepends = dependenciesOf(inRight)
  const keys = new Set([...inRight.keys(), ...inLeft.keys()])
  const linked = [...keys].map((key) => {
    const [before, now] = [inLeft.get(key) ?? null, inRight.get(key) ?? null]
    const depends = now ? rightDepends(now) : before ? leftDepends(before) : []
    return { id: key, name: key, depends, left: before, right: now }
  })
  const errorTasks = new Set(
    [left, right].flatMap((run) => {
      const ids = errorTaskIds(run.tasks, run.errorTasks)
      return [...(run === left ? inLeft : inRight)].flatMap(([key, task]) => (ids.has(task.id) ? [key] : []))
    }),
  )
  const together = new Map<string, number>()
  const groupOf = ({ depends }: { depends: string[] }) => JSON.stringify(depends.toSorted())
  for (const task of linked) together.set(groupOf(task), (together.get(groupOf(task)) ?? 0) + 1)
  const pairs = orderTasks(linked).map((task): TaskPair => ({
    key: task.id,
    name: (task.right ?? task.left)?.name ?? task.id,
    left: task.left,
    right: task.right,
    errorTask: errorTasks.has(task.id),
    parallel: task.depends.length > 0 && (together.get(groupOf(task)) ?? 0) > 1,
  }))
  return [...pairs.filter((pair) => !pair.errorTask), ...pairs.filter((pair) => pair.errorTask)]
}
