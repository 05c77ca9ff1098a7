import type { Transaction } from 'kysely'
import { appWorkqueuesChannel, workqueueChannel, type LiveMessage } from '#shared/realtime/events.ts'
import type { WorkqueueSummary } from '#shared/domains/workqueues/contract.ts'
import type { Database } from '#server/platform/db/database.ts'
import { storeMessages, type Announcement } from '#server/platform/db/store-messages.ts'

type Field = 'name' | 'description' | 'tags' | 'note'

/** Stores the live messages about a change that a caller made to these runs. */
export function storeAnnouncement(
  trx: Transaction<Database>,
  rows: readonly WorkqueueSummary[],
  fields: readonly Field[],
): Promise<Announcement> {
  return storeMessages(
    trx,
    rows.flatMap((row) => messagesOf(row, fields)),
  )
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
