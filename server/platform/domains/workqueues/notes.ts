import type { Kysely } from 'kysely'
import type { Note } from '#shared/lib/note.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { oneOf } from '#server/platform/db/listing.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { wireRunSummary } from '#server/platform/engine/run.ts'
import { headOfRow, runHeadAliases } from '#server/platform/runs/rows.ts'
import type { Announcement } from '#server/platform/db/store-messages.ts'
import { storeAnnouncement } from './announce.ts'

/** The notes of runs by the id of the run; runs without a note are missing. */
export async function readNotes(
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Note>> {
  const rows = await db
    .selectFrom('workqueue_notes')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(oneOf('workqueue_id', ids))
    .execute()
  return new Map(
    rows.map((row) => [row.workqueue_id, { text: row.text, by: row.noted_by, at: row.noted.toISOString() }]),
  )
}

/**
 * Writes the note of a run; an empty text removes it. The run itself does not change. An audit record says that a note
 * was written or removed, not what it says.
 */
export function writeNote(
  db: Kysely<Database>,
  accountId: string,
  author: Author,
  id: string,
  text: string,
): Promise<Announcement> {
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('workqueues')
      .select(runHeadAliases)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      // The run stays until the note is stored; the engine is not kept from writing it.
      .forKeyShare()
      .executeTakeFirst()
    if (!run) throw notFound('workqueues')
    const values = { text, noted_by: author.actor, noted: author.at }
    if (text === '') await trx.deleteFrom('workqueue_notes').where('workqueue_id', '=', id).execute()
    else
      await trx
        .insertInto('workqueue_notes')
        .values({ workqueue_id: id, account_id: accountId, ...values })
        .onConflict((conflict) => conflict.column('workqueue_id').doUpdateSet(values))
        .execute()
    const detail = text === '' ? 'removed' : 'written'
    await recordAudit(trx, accountId, author, { action: 'note', entity: 'workqueue', entityId: id, detail })
    const note = text === '' ? null : { text, by: author.actor, at: author.at.toISOString() }
    return storeAnnouncement(trx, [{ ...wireRunSummary(headOfRow(run)), note }], ['note'])
  })
}
