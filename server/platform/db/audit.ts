import type { Kysely } from 'kysely'
import { newId } from '#server/lib/ids.ts'
import type { Database } from './database.ts'

/** Who makes a change, from which address and when. */
export interface Author {
  /** E-mail of the user, or `app:{key}` of an app's token. */
  actor: string
  /** Address the call came from. */
  source: string | null
  at: Date
  /** `traceparent` of the request; absent when it is not traced. */
  trace?: string
}

/** The action and its entity. Callers of `GET audit` read both as one name: `plan.update`. */
export interface AuditRecord {
  /** What is done, without the entity: `update`. */
  action: string
  /** Kind of the entity, in the singular: `app`, `plan`, `workqueue`, `task`, `session`. */
  entity: string
  /** Null for a change of many rows. */
  entityId: string | null
  /** What contains the entity, where that is not known from the entity: the cluster of a deployment. */
  within?: string | null
  /**
   * The part of the entity, such as the name of a variable, or what an update changes, in words; for a change of many
   * rows, their number and the filters. Never a secret.
   */
  detail?: string | null
  /** Why, in the words of the actor. */
  reason?: string
  result?: 'done' | 'refused'
}

/** Longest text of the filters in the record of a change of many. */
const MAX_FILTERS = 1000

/**
 * The record of a change of all rows that match the filters: the filters, and how many rows had another
 * value.
 */
export function changeOfMany(
  entity: string,
  filters: object,
  { matched, modified }: { matched: number; modified: number },
): AuditRecord {
  const which = JSON.stringify(filters).slice(0, MAX_FILTERS)
  return { action: 'update-many', entity, entityId: null, detail: `${modified} of ${matched}: ${which}` }
}

/**
 * Appends an audit record. Pass the transaction of the change, so that both are committed together. Changes
 * by the engine are recorded right after it has committed them.
 */
export async function recordAudit(
  db: Kysely<Database>,
  accountId: string | null,
  author: Author,
  record: AuditRecord,
): Promise<void> {
  await recordAudits(db, accountId, [{ author, record }])
}

/** The same for several changes. */
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
    within: record.within ?? null,
    detail: record.detail ?? null,
    reason: record.reason ?? null,
    at: author.at,
    source: author.source,
    result: record.result ?? 'done',
  }))
  await db.insertInto('audit').values(rows).execute()
}
