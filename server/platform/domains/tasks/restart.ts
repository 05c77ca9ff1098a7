import type { AuditRecord, Author } from '#server/platform/db/audit.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import type { TaskFilters, TaskStore } from './store.ts'

export type Restarter = ReturnType<typeof createRestarter>

/** Restarts failed tasks for a caller, alone or as one of many. */
export function createRestarter(engine: Engine, store: TaskStore) {
  return {
    /**
     * Resolves with the audit record. NOT_FOUND for a task that the account does not have, CONFLICT for one
     * that has not failed.
     */
    async restart(accountId: string, author: Author, taskId: string, alias?: string): Promise<AuditRecord> {
      await engine.restartTask(accountId, taskId, author.actor, alias)
      const moved = alias === undefined ? {} : { detail: alias }
      return { action: 'restart', entity: 'task', entityId: taskId, ...moved }
    },

    /** The failed tasks that match the filters, oldest first. */
    async choose(accountId: string, filters: TaskFilters, limit: number) {
      return store
        .matching(accountId, filters)
        .select(['tasks.id', 'tasks.name'])
        .where('tasks.status', '=', 'failed')
        .orderBy('tasks.created')
        .orderBy('tasks.id')
        .limit(limit)
        .execute()
    },
  }
}
