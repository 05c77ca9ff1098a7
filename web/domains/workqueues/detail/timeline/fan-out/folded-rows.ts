import type { Fold } from '#web/graph/fold.ts'
import type { TimelineTask } from '../attempts.ts'

/** A row of the timeline: one task, or the tasks of a fan-out together. */
export interface TimelineRowTasks<Task> {
  /** That of the task or of the fan-out. */
  id: string
  tasks: readonly [Task, ...Task[]]
  /** Null for one task. */
  fanOut: { name: string; open: boolean } | null
  /** Whether it is a task of the fan-out above it. */
  inside: boolean
}

/** Failed tasks of a folded fan-out that have rows of their own below it, at most. */
const MOST_FAILED = 20

/**
 * Ordered tasks as rows: those of a fan-out share one, at the place of the first of them. Below an `open` one stand all
 * its tasks, below another one those that set its length, then those that failed, up to a limit, and the `selected` one.
 */
export function foldedRows<Task extends Pick<TimelineTask, 'id' | 'status'>>(
  tasks: readonly Task[],
  fanOuts: readonly Fold[],
  { open, path, selected }: { open: ReadonlySet<string>; path: ReadonlySet<string>; selected: string | null },
): TimelineRowTasks<Task>[] {
  const fanOutOf = new Map(fanOuts.flatMap((each) => each.taskIds.map((id) => [id, each])))
  const members = new Map<string, Task[]>(fanOuts.map(({ id }) => [id, []]))
  for (const task of tasks) {
    const fanOut = fanOutOf.get(task.id)
    if (fanOut) members.get(fanOut.id)?.push(task)
  }
  return tasks.flatMap((task) => {
    const fanOut = fanOutOf.get(task.id)
    if (!fanOut) return [rowOf(task, false)]
    const own = members.get(fanOut.id) ?? []
    if (own[0] !== task) return []
    const isOpen = open.has(fanOut.id)
    const failed = new Set(own.filter(isFailed).slice(0, MOST_FAILED))
    const critical = own.filter(({ id }) => path.has(id))
    const others = own.filter((each) => !path.has(each.id) && (failed.has(each) || each.id === selected))
    const shown = isOpen ? own : [...critical, ...others]
    const { id, name } = fanOut
    const [first, ...rest] = own
    return [
      { id, tasks: [first, ...rest], fanOut: { name, open: isOpen }, inside: false },
      ...shown.map((each) => rowOf(each, true)),
    ]
  })
}

const rowOf = <Task extends { id: string }>(task: Task, inside: boolean): TimelineRowTasks<Task> => ({
  id: task.id,
  tasks: [task],
  fanOut: null,
  inside,
})

const isFailed = ({ status }: Pick<TimelineTask, 'status'>) => status === 'failed' || status === 'retry'

/** The place of each task, from 0: its own row, or that of its fan-out. */
export function rowPlaces(rows: readonly TimelineRowTasks<Pick<TimelineTask, 'id'>>[]): Map<string, number> {
  const places = new Map<string, number>()
  rows.forEach(({ tasks }, index) => {
    for (const { id } of tasks) places.set(id, index)
  })
  return places
}
