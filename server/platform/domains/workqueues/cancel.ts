import { sql, type Kysely } from 'kysely'
import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import type { AuditRecord, Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf, oneOf } from '#server/platform/db/listing.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import type { WorkqueueFilters, WorkqueueStore } from './store.ts'

export type Canceller = ReturnType<typeof createCanceller>

/** Cancels runs by hand, alone or as one of many. */
export function createCanceller(db: Kysely<Database>, engine: Engine, store: WorkqueueStore) {
  return {
    /**
     * Answers what is to be recorded. NOT_FOUND for a run that the account does not have, CONFLICT for one that has ended.
     */
    async cancel(accountId: string, author: Author, workqueueId: string): Promise<AuditRecord> {
      await engine.cancelWorkqueue(accountId, workqueueId, author.actor)
      return { action: 'cancel', entity: 'workqueue', entityId: workqueueId }
    },

    /** The runs that pass the filters and have not ended, oldest first. */
    async choose(accountId: string, filters: WorkqueueFilters, limit: number) {
      const { from, where } = store.selection(accountId, filters)
      const { rows } = await sql<{ id: string; name: string }>`
        select id, name from ${from} where ${allOf([where, oneOf('status', cancellableWorkqueueStatuses)])}
        order by created, id limit ${limit}`.execute(db)
      return rows
    },
  }
}
