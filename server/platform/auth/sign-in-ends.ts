import type { Kysely } from 'kysely'
import { SIGN_INS_CHANNEL, type LiveMessage } from '#shared/realtime/events.ts'
import type { Database } from '../db/database.ts'
import { storeMessages } from '../db/store-messages.ts'
import type { LivePublisher } from '../engine/types.ts'

/** Tells the gateways that sign-ins of a user have ended, so that they check the user's live sockets at once. */
export interface SignInEnds {
  /** Stores the message with the change. The returned function publishes it: call it after the commit. */
  store(trx: Kysely<Database>, userId: string): Promise<() => void>
}

export function createSignInEnds(publisher: LivePublisher): SignInEnds {
  return {
    async store(trx, userId) {
      const messages: LiveMessage[] = [{ channel: SIGN_INS_CHANNEL, event: 'update', data: { _id: userId } }]
      const { outboxId } = await storeMessages(trx, messages)
      return () => publisher.committed(outboxId, messages)
    },
  }
}
