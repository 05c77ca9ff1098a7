import { sql, type Kysely } from 'kysely'
import type { AuditRecord, Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf, equals } from '#server/platform/db/listing.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import type { TaskFilters, TaskStore } from './store.ts'

export type Restarter = ReturnType<typeof createRestarter>

/** Restarts failed tasks by hand, alone or as one of many. */
export function createRestarter(db: Kysely<Database>, engine: Engine, store: TaskStore) {
  return {
    /**
     * Answers what is to be recorded. NOT_FOUND for a task that the account does not have, CONFLICT for one that has not
     * failed.
     */
    async restart(accountId: string, author: Author, taskId: string, alias?: string): Promise<AuditRecord> {
      await engine.restartTask(accountId, taskId, author.actor, alias)
      const moved = alias === undefined ? {} : { detail: alias }
      return { action: 'restart', entity: 'task', entityId: taskId, ...moved }
    },

    /** The failed tasks that pass the filters, oldest first. */
    async choose(accountId: string, filters: TaskFilters, limit: number) {
      const { from, where } = store.selection(accountId, filters)
      const { rows } = await sql<{ id: string; name: string }>`
        select tasks.id, tasks.name from ${from} where ${allOf([where, equals('tasks.status', 'failed')])}
        order by tasks.created, tasks.id limit ${limit}`.execute(db)
      return rows
    },
  }
}
