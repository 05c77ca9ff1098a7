import { isOlderTask, isTerminalTask } from '#shared/domains/tasks/rules.ts'
import { isOlder, isTerminal } from '#shared/domains/workqueues/live-list.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { workqueueDetailQuery } from '../detail-operations.ts'

export type Run = ResultOf<typeof workqueueDetailQuery>['workqueue']

/**
 * What to show when `next` arrives while `known` is shown: `next`, but for what would take a run or a task back
 * to a status it has left. Unchanged tasks keep their identity, so that only what changed is drawn again.
 */
export function mergeRun(known: Run | null, next: Run): Run {
  if (!known || known.id !== next.id) return next
  const knownTasks = new Map(known.tasks.map((task) => [task.id, task]))
  const tasks = next.tasks.map((task) => {
    const shown = knownTasks.get(task.id)
    return shown && isOlderTask(shown, task) ? shown : task
  })
  const { status, started, ended } = isOlder(known, next) || !isReopened(known, next, tasks) ? known : next
  return { ...next, status, started, ended, tasks }
}

/** A run that has ended goes on only when one of its tasks does: a restart. Until then the word of it is old. */
function isReopened(known: Run, next: Run, tasks: Run['tasks']): boolean {
  if (!isTerminal(known.status) || isTerminal(next.status)) return true
  return tasks.some((task) => !isTerminalTask(task.status))
}
