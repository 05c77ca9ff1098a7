import type { Kysely } from 'kysely'
import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { Database } from '../db/database.ts'
import type { QueueState } from './queue-state.ts'

/** How long the tasks of the plans of some runs usually take, by their names; null where it is not known. */
export type ReadUsualTasks = (
  accountId: string,
  runs: readonly { planId: string | null; appId: string }[],
) => Promise<({ usual: ReadonlyMap<string, UsualTask> } | null)[]>

/** The task of a queue that has been started for the longest; null when none is. */
export function oldestStartedOf({ counts }: QueueState): string | null {
  const started = counts.filter(({ status, ownOldest }) => status === 'started' && ownOldest !== null)
  const [first] = started.toSorted((a, b) => a.ownOldest!.getTime() - b.ownOldest!.getTime())
  return first?.oldestId ?? null
}

/** Milliseconds that each of these tasks usually runs in its plan; a task of which that is not known is absent. */
export async function readUsualOf(
  db: Kysely<Database>,
  usual: ReadUsualTasks,
  accountId: string,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const known = new Map<string, number>()
  if (taskIds.length === 0) return known
  const rows = await db
    .selectFrom('tasks')
    .innerJoin('workqueues', 'workqueues.id', 'tasks.workqueue_id')
    .select(['tasks.id', 'tasks.name', 'workqueues.plan_id as planId', 'workqueues.app_id as appId'])
    .where('workqueues.account_id', '=', accountId)
    .where('tasks.id', 'in', taskIds)
    .execute()
  const times = await usual(accountId, rows)
  rows.forEach(({ id, name }, index) => {
    const median = times[index]?.usual.get(name)?.medianMs
    if (median != null) known.set(id, median)
  })
  return known
}
