import { isOlderTask, isTerminalTask } from '#shared/domains/tasks/rules.ts'
import { isOlder, isTerminal } from '#shared/domains/workqueues/live-list.ts'
import type { WorkqueueDetail } from '../detail-operations.ts'

/**
 * What to show when `next` arrives while `known` is shown: `next`, except where its status of the workqueue
 * or of a task is older. Tasks are taken or kept whole, whatever their fields. Unchanged tasks keep their
 * identity, so that only changed ones render.
 */
export function mergeWorkqueue(known: WorkqueueDetail | null, next: WorkqueueDetail): WorkqueueDetail {
  if (!known || known.id !== next.id) return next
  const knownTasks = new Map(known.tasks.map((task) => [task.id, task]))
  const tasks = next.tasks.map((task) => {
    const shown = knownTasks.get(task.id)
    return shown && isOlderTask(shown, task) ? shown : task
  })
  const { status, started, ended } = isOlder(known, next) || !isReopened(known, next, tasks) ? known : next
  return { ...next, status, started, ended, tasks }
}

/**
 * A workqueue that has ended runs again only when one of its tasks does (a restart); otherwise `next` is
 * older.
 */
function isReopened(known: WorkqueueDetail, next: WorkqueueDetail, tasks: WorkqueueDetail['tasks']): boolean {
  if (!isTerminal(known.status) || isTerminal(next.status)) return true
  return tasks.some((task) => !isTerminalTask(task.status))
}
