import type { TaskDetail } from '#web/domains/tasks/task.ts'

/** Failed tasks with the same reason. */
export interface ReasonGroup<Task = TaskDetail> {
  key: string
  /** The reason; where it differs only in numbers these are `#`. */
  title: string
  tasks: readonly Task[]
}

/** A reason without its numbers: by it failures are grouped. */
const reasonKey = (reason: string): string => reason.replace(/\d+(?:[.,]\d+)*/g, '#')

/** Failed tasks by their reason, the largest group first; within a group in the given order. */
export function groupByReason<Task extends Pick<TaskDetail, 'reason'>>(
  tasks: readonly Task[],
): ReasonGroup<Task>[] {
  const groups = new Map<string, Task[]>()
  for (const task of tasks) {
    const key = reasonKey(task.reason ?? '')
    const group = groups.get(key)
    if (group) group.push(task)
    else groups.set(key, [task])
  }
  return [...groups]
    .map(([key, group]) => {
      const isOne = group.every((task) => task.reason === group[0]?.reason)
      return { key, title: isOne ? (group[0]?.reason ?? '') : key, tasks: group }
    })
    .sort((a, b) => b.tasks.length - a.tasks.length)
}
