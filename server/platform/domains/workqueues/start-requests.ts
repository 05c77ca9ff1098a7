import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { faultOf } from '#server/lib/faults.ts'
import { newId } from '#server/lib/ids.ts'
import type { Database } from '#server/platform/db/database.ts'

export type StartRequests = ReturnType<typeof createStartRequests>

/** Starts by the names of their requests, so that a repeated request starts no second run. */
export function createStartRequests(db: Kysely<Database>) {
  return {
    /**
     * The id of the run for this request: a new one, or that of the first request with this name. It is stored before
     * the run, so a process that ends between the two leaves an id that the repeated request uses. CONFLICT when the
     * first request asked for something else.
     */
    async runFor(accountId: string, name: string, asked: unknown): Promise<string> {
      const hash = createHash('sha256').update(JSON.stringify(asked)).digest()
      const made = await db
        .insertInto('start_requests')
        .values({ account_id: accountId, request_id: name, body_hash: hash, workqueue_id: newId() })
        .onConflict((conflict) => conflict.columns(['account_id', 'request_id']).doNothing())
        .returning('workqueue_id')
        .executeTakeFirst()
      if (made) return made.workqueue_id
      const first = await db
        .selectFrom('start_requests')
        .select(['workqueue_id', 'body_hash'])
        .where('account_id', '=', accountId)
        .where('request_id', '=', name)
        .executeTakeFirstOrThrow()
      if (!first.body_hash.equals(hash))
        throw faultOf('requestId', 'names an earlier request, which asked for something else', 'CONFLICT')
      return first.workqueue_id
    },
  }
}
