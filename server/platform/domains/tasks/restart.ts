import type { AuditRecord, Author } from '#server/platform/db/audit.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import type { TaskFilters, TaskStore } from './store.ts'

export type Restarter = ReturnType<typeof createRestarter>

/** Restarts failed tasks for a caller, and moves queued ones to another alias, alone or as one of many. */
export function createRestarter(engine: Engine, store: TaskStore) {
  return {
    /**
     * Resolves with the audit record. NOT_FOUND for a task that the account does not have, CONFLICT for one
     * that has not failed, unless it is queued for another alias than this one.
     */
    async restart(accountId: string, author: Author, taskId: string, alias?: string): Promise<AuditRecord> {
      await engine.restartTask(accountId, taskId, author.actor, alias)
      const moved = alias === undefined ? {} : { detail: alias }
      return { action: 'restart', entity: 'task', entityId: taskId, ...moved }
    },

    /**
     * The tasks that match the filters and can be restarted, oldest first: the failed ones. With an alias also the
     * queued ones, if the filters name this status: those that do not wait for that alias already.
     */
    async choose(accountId: string, filters: TaskFilters, limit: number, alias?: string) {
      const matching = store
        .matching(accountId, filters)
        .select(['tasks.id', 'tasks.name'])
        .orderBy('tasks.created')
        .orderBy('tasks.id')
        .limit(limit)
      if (alias === undefined || !filters.status?.includes('queued'))
        return matching.where('tasks.status', '=', 'failed').execute()
      return matching
        .where((eb) =>
          eb.or([
            eb('tasks.status', '=', 'failed'),
            eb.and([eb('tasks.status', '=', 'queued'), eb('tasks.alias', '<>', alias)]),
          ]),
        )
        .execute()
    },
  }
}
