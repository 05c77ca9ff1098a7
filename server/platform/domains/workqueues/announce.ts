import type { Transaction } from 'kysely'
import { appWorkqueuesChannel, workqueueChannel, type LiveMessage } from '#shared/realtime/events.ts'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Live messages that were stored with a change, for the publisher once it is committed. */
export interface Announcement {
  outboxId: string | null
  messages: LiveMessage[]
}

type Field = 'name' | 'description' | 'tags' | 'note'

/** Stores the live messages about a change that a caller made to these runs. */
export async function storeAnnouncement(
  trx: Transaction<Database>,
  rows: readonly WorkqueueSummary[],
  fields: readonly Field[],
): Promise<Announcement> {
  const messages = rows.flatMap((row) => messagesOf(row, fields))
  if (messages.length === 0) return { outboxId: null, messages }
  const { id } = await trx
    .insertInto('outbox')
    .values({ messages: JSON.stringify(messages) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { outboxId: id, messages }
}

function messagesOf(row: WorkqueueSummary, fields: readonly Field[]): LiveMessage[] {
  const changed = Object.fromEntries(fields.map((field) => [field, row[field]]))
  const data = { _id: row._id, appId: row.appId, ...changed, updatedBy: row.updatedBy }
  return [appWorkqueuesChannel(row.appId), workqueueChannel(row.appId, row._id)].map((channel) => ({
    channel,
    event: 'update' as const,
    data,
  }))
}
