import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import type { AuditRecord, Author } from '#server/platform/db/audit.ts'
import { oneOf } from '#server/platform/db/listing.ts'
import type { Engine } from '#server/platform/engine/types.ts'
import type { WorkqueueFilters } from './filters.ts'
import type { WorkqueueStore } from './store.ts'

export type Canceller = ReturnType<typeof createCanceller>

/** Cancels runs for a caller, alone or as one of many. */
export function createCanceller(engine: Engine, store: WorkqueueStore) {
  return {
    /**
     * Resolves with the audit record. NOT_FOUND for a run that the account does not have, CONFLICT for one
     * that has ended.
     */
    async cancel(accountId: string, author: Author, workqueueId: string): Promise<AuditRecord> {
      await engine.cancelWorkqueue(accountId, workqueueId, author.actor)
      return { action: 'cancel', entity: 'workqueue', entityId: workqueueId }
    },

    /** The runs that match the filters and have not ended, oldest first. */
    async choose(accountId: string, filters: WorkqueueFilters, limit: number) {
      return store
        .matching(accountId, filters)
        .select(['id', 'name'])
        .where(oneOf('status', cancellableWorkqueueStatuses))
        .orderBy('created')
        .orderBy('id')
        .limit(limit)
        .execute()
    },
  }
}
