import type { Kysely } from 'kysely'
import { newId } from '../../lib/ids.ts'
import type { Database } from './database.ts'

/** One thing that somebody did. */
export interface AuditRecord {
  accountId: string | null
  /** E-mail of who did it. */
  actor: string
  action: string
  /** Kind of the entity, in the singular: `app`, `plan`, `workqueue`, `task`, `session`. */
  entity: string
  entityId: string | null
  /** Address the call came from. */
  source: string | null
  at: Date
  result?: 'done' | 'refused'
}

/**
 * Appends who did what, when and from where. Give it the transaction of the change, so that neither stands
 * without the other; changes made by the engine are recorded right after it has committed them.
 */
export async function recordAudit(db: Kysely<Database>, record: AuditRecord): Promise<void> {
  await db
    .insertInto('audit')
    .values({
      id: newId(record.at.getTime()),
      account_id: record.accountId,
      actor: record.actor,
      action: record.action,
      entity: record.entity,
      entity_id: record.entityId,
      at: record.at,
      source: record.source,
      result: record.result ?? 'done',
    })
    .execute()
}
