import type { Kysely } from 'kysely'
import { newId } from '#server/lib/ids.ts'
import type { Database } from './database.ts'

/** Who makes a change, from where and when. */
export interface Author {
  /** E-mail of the user, or `app:{key}` of an app's token. */
  actor: string
  /** Address the call came from. */
  source: string | null
  at: Date
}

/** What was done to what. */
export interface AuditRecord {
  action: string
  /** Kind of the entity, in the singular: `app`, `plan`, `workqueue`, `task`, `session`. */
  entity: string
  /** Null for a change of many. */
  entityId: string | null
  /** What of the entity, where it is only a part: the name of a variable; which, for a change of many. Never a secret. */
  detail?: string
  result?: 'done' | 'refused'
}

/** Characters of the filters that a change of many is recorded with. */
const MAX_FILTERS = 1000

/** A change of all rows that passed the filters: which, and how many of them had another value. */
export function changeOfMany(
  entity: string,
  filters: object,
  { matched, modified }: { matched: number; modified: number },
): AuditRecord {
  const which = JSON.stringify(filters).slice(0, MAX_FILTERS)
  return { action: 'update-many', entity, entityId: null, detail: `${modified} of ${matched}: ${which}` }
}

/**
 * Appends who did what, when and from where. Give it the transaction of the change, so that neither stands
 * without the other; changes made by the engine are recorded right after it has committed them.
 */
export async function recordAudit(
  db: Kysely<Database>,
  accountId: string | null,
  author: Author,
  record: AuditRecord,
): Promise<void> {
  await recordAudits(db, accountId, [{ author, record }])
}

/** The same for several changes at once. */
export async function recordAudits(
  db: Kysely<Database>,
  accountId: string | null,
  changes: readonly { author: Author; record: AuditRecord }[],
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ author, record }) => ({
    id: newId(author.at.getTime()),
    account_id: accountId,
    actor: author.actor,
    action: record.action,
    entity: record.entity,
    entity_id: record.entityId,
    detail: record.detail ?? null,
    at: author.at,
    source: author.source,
    result: record.result ?? 'done',
  }))
  await db.insertInto('audit').values(rows).execute()
}
