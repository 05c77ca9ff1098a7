import { isOlderTask } from '../../../../shared/domains/tasks/rules.ts'
import { isOlder } from '../../../../shared/domains/workqueues/live-list.ts'
import type { ResultOf } from '../../../lib/graphql.ts'
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
  const { status, started, ended } = isOlder(known, next) ? known : next
  return { ...next, status, started, ended, tasks }
}
