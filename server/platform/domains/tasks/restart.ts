import type { AuditRecord, Author } from '#server/platform/db/audit.ts'
import { AND_AFTER } from '#shared/domains/tasks/constants.ts'
import type { Engine, RestartHow } from '#server/platform/engine/types.ts'
import type { TaskFilters } from './filters.ts'
import type { TaskStore } from './store.ts'

export type Restarter = ReturnType<typeof createRestarter>

/** Restarts failed tasks for a caller, and moves queued ones to another alias, alone or as one of many. */
export function createRestarter(engine: Engine, store: TaskStore) {
  return {
    /**
     * Resolves with the audit record. NOT_FOUND for a task that the account does not have, CONFLICT for one
     * that cannot be restarted in its status.
     */
    async restart(
      accountId: string,
      author: Author,
      taskId: string,
      { reason, ...how }: RestartHow & { reason?: string } = {},
    ): Promise<AuditRecord> {
      await engine.restartTask(accountId, taskId, author.actor, {
        ...how,
        ...(author.trace === undefined ? {} : { trace: author.trace }),
      })
      const detail = [how.alias, how.downstream && AND_AFTER].filter(Boolean).join(', ')
      return {
        action: 'restart',
        entity: 'task',
        entityId: taskId,
        ...(detail && { detail }),
        ...(reason && { reason }),
      }
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
