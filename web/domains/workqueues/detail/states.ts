import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { taskEdges } from '#shared/domains/tasks/order.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import type { WorkqueueDetail } from './operations.ts'

type Tasks = WorkqueueDetail['tasks']

export interface StateCount {
  /** A status, or `cancelled`. */
  status: string
  count: number
}

// Done first, then what failed and what is under way, then what did not run.
const order = ['ended', 'failed', 'retry', 'started', 'queued', 'skipped', 'cancelled', 'notstarted']

/** The number of tasks in each state, in the order of the strip; states without a task are left out. */
export function countStates(tasks: readonly { status: string; reason?: string | null }[]): StateCount[] {
  const counts = new Map<string, number>()
  for (const task of tasks) counts.set(markOfTask(task), (counts.get(markOfTask(task)) ?? 0) + 1)
  const place = (status: string) => (order.includes(status) ? order.indexOf(status) : order.length)
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .sort((a, b) => place(a.status) - place(b.status))
}

/** A state in the words of a count: `not started`, `running`. */
export const stateWord = (status: string): string => runMessages.words[status] ?? status

/** The next task of this state after the one that is selected, from the beginning after the last; null without one. */
export function nextOfState(tasks: Tasks, status: string, selected: string | null): string | null {
  const from = tasks.findIndex((task) => task.id === selected) + 1
  const next = [...tasks.slice(from), ...tasks.slice(0, from)].find((task) => markOfTask(task) === status)
  return next?.id ?? null
}

/** The task before or after the selected one, in the order of the workflow; null at the ends. */
export function taskBeside(tasks: Tasks, selected: string, step: 1 | -1): string | null {
  const index = tasks.findIndex((task) => task.id === selected)
  return index < 0 ? null : (tasks[index + step]?.id ?? null)
}

/** The tasks after these that have not started, in the order of the workflow. Linear in tasks and dependencies. */
export function waitingFor(ids: readonly string[], tasks: readonly Tasks[number][]): Tasks {
  const open = new Set(tasks.filter(({ status }) => status === 'notstarted').map(({ id }) => id))
  const after = new Map<string, string[]>()
  for (const { source, target } of taskEdges(tasks)) after.set(source, [...(after.get(source) ?? []), target])
  const found = new Set<string>()
  const front = [...ids]
  for (const id of front)
    for (const target of after.get(id) ?? [])
      if (open.has(target) && !found.has(target)) {
        found.add(target)
        front.push(target)
      }
  return tasks.filter(({ id }) => found.has(id))
}
