import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { Fold } from '#web/graph/fold.ts'
import { groupByReason, type ReasonGroup } from '#web/domains/workqueues/detail/reason-groups.ts'
import type { TimelineTask } from '../attempts.ts'

/** A row of the timeline: one task, or several of a fan-out together, all or those that failed for one reason. */
export interface TimelineRowTasks<Task> {
  /** That of the task or of the fan-out. */
  id: string
  tasks: readonly [Task, ...Task[]]
  /** Null for one task. */
  fanOut: { name: string; open: boolean; reason: string | null } | null
  /** Whether it is a task of the fan-out above it. */
  inside: boolean
}

/** Tasks of one reason that share a row: of fewer each has its own. */
const FOLDED_FROM = 3

/**
 * Ordered tasks as rows: those of a fan-out share one, at the place of the first of them. Below an `open` one stand all
 * its tasks, below another one those that set its length, then those that failed, by their reasons, and the `selected` one.
 */
export function foldedRows<Task extends Pick<TimelineTask, 'id' | 'status' | 'reason'>>(
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
    const { id, name } = fanOut
    const [first, ...rest] = own
    const row = {
      id,
      tasks: [first, ...rest] as const,
      fanOut: { name, open: isOpen, reason: null },
      inside: false,
    }
    if (isOpen) return [row, ...own.map((each) => rowOf(each, true))]
    const critical = own.filter((each) => path.has(each.id))
    const failed = groupByReason(own.filter(isFailed)).flatMap((group) =>
      rowsOfReason(group, id, { open, path }),
    )
    const shown = new Set([...critical, ...failed.map(({ tasks }) => tasks.length === 1 && tasks[0])])
    const chosen = own.filter((each) => each.id === selected && !shown.has(each))
    return [
      row,
      ...critical.map((each) => rowOf(each, true)),
      ...failed,
      ...chosen.map((each) => rowOf(each, true)),
    ]
  })
}

/** The failed tasks of one reason, besides those that have a row already: folded into one, or each in its own. */
function rowsOfReason<Task extends Pick<TimelineTask, 'id' | 'status'>>(
  { key, title, tasks }: ReasonGroup<Task>,
  fanOut: string,
  { open, path }: { open: ReadonlySet<string>; path: ReadonlySet<string> },
): TimelineRowTasks<Task>[] {
  const others = tasks.filter((each) => !path.has(each.id)).map((each) => rowOf(each, true))
  const [first, ...rest] = tasks
  if (!first || tasks.length < FOLDED_FROM) return others
  const id = `${fanOut} ${key}`
  const isOpen = open.has(id)
  const name = timelineMessages.failedTasks(tasks.length)
  const row = {
    id,
    tasks: [first, ...rest] as const,
    fanOut: { name, open: isOpen, reason: title },
    inside: true,
  }
  return isOpen ? [row, ...others] : [row]
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
