import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import type { OnGroupsChanged } from '../failures/changes.ts'
import { subjectKey, type AttentionTrx, type Subject } from './items.ts'

/** Rows that one transaction takes. */
export const CHANGES_TAKEN = 1000

/** Notes in the transaction of a change that these subjects have to be looked at. */
export async function noteChanges(trx: AttentionTrx, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return
  await trx
    .insertInto('attention_changes')
    .values(subjects.map(({ accountId, kind, key }) => ({ account_id: accountId, kind, key })))
    .execute()
}

/** Notes failure groups that have changed. */
export const noteGroups: OnGroupsChanged = (trx, changes) =>
  noteChanges(
    trx,
    changes.map(({ accountId, groupId }) => ({ accountId, kind: 'failure', key: groupId })),
  )

/** Whether anything was noted: asked before a transaction that takes it, because at rest nothing is. */
export async function anyChanges(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from attention_changes) as some`.execute(db)
  return rows[0]?.some ?? true
}

/** Takes what was noted, each subject once; `more` may wait. */
export async function takeChanges(trx: AttentionTrx): Promise<{ subjects: Subject[]; more: boolean }> {
  const { rows } = await sql<Subject>`
    delete from attention_changes where id = any(array(
      select id from attention_changes order by id limit ${CHANGES_TAKEN}))
    returning account_id as "accountId", kind, key`.execute(trx)
  const subjects = new Map(rows.map((row) => [subjectKey(row), row]))
  return { subjects: [...subjects.values()], more: rows.length === CHANGES_TAKEN }
}
