import type { Kysely } from 'kysely'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { Database } from './database.ts'

/** Live messages that were stored with a change, for the publisher once it is committed. */
export interface Announcement {
  /** Null: there are no messages. */
  outboxId: string | null
  messages: LiveMessage[]
}

/** Stores live messages in the transaction of the change that they tell. */
export async function storeMessages(trx: Kysely<Database>, messages: LiveMessage[]): Promise<Announcement> {
  if (messages.length === 0) return { outboxId: null, messages }
  const { id } = await trx
    .insertInto('outbox')
    .values({ messages: JSON.stringify(messages) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { outboxId: id, messages }
}
