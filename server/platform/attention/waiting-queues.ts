import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../db/database.ts'

/** Tasks of a queue that are counted; a longer queue has more. */
const MOST_COUNTED = 10_000

/** A queue in which tasks wait. */
export interface WaitingQueue {
  accountId: string
  type: string
  alias: string
  queued: number
  more: boolean
  oldest: Date
}

/**
 * The queues in which tasks wait, from one to the next in the order of the index on `waiting_since`: the cost is that of the
 * number of queues, of each of which at most 10,000 tasks are counted.
 */
export async function readWaitingQueues(db: Kysely<Database>): Promise<WaitingQueue[]> {
  const { rows } = await sql<WaitingQueue>`
    with recursive ${queues}
    select account_id as "accountId", type, alias, least(count, ${MOST_COUNTED}) as queued,
      count > ${MOST_COUNTED} as more, oldest
    from queue, lateral (
      select count(*)::int as count, min(waiting_since) as oldest from (
        select waiting_since from tasks
        where tasks.type = queue.type and tasks.alias = queue.alias and tasks.account_id = queue.account_id
          and waiting_since is not null
        order by waiting_since limit ${MOST_COUNTED + 1}
      ) as waiting
    ) as counted
    where count > 0`.execute(db)
  return rows
}

const next = (after: RawBuilder<unknown>) => sql`
  select type, alias, account_id from tasks where waiting_since is not null and ${after}
  order by type, alias, account_id limit 1`

const queues = sql`queue as (
  (${next(sql`true`)})
  union all
  select found.* from queue, lateral (
    ${next(sql`(tasks.type, tasks.alias, tasks.account_id) > (queue.type, queue.alias, queue.account_id)`)}) as found)`

/** The task of an account that waits for the longest time. */
export interface OldestQueued {
  type: string
  alias: string
  at: Date
}

/** The task of an account, or of an app of it, that waits for the longest time; null when none waits. */
export async function readOldestQueued(
  db: Kysely<Database>,
  accountId: string,
  appId: string | undefined,
): Promise<OldestQueued | null> {
  const { rows } = await sql<OldestQueued>`
    with recursive ${queues}
    select type, alias, first.at from queue, lateral (
      select waiting_since as at from tasks
      where tasks.type = queue.type and tasks.alias = queue.alias and tasks.account_id = queue.account_id
        and waiting_since is not null and ${appId === undefined ? sql`true` : sql`app_id = ${appId}`}
      order by waiting_since limit 1
    ) as first
    where account_id = ${accountId} order by first.at limit 1`.execute(db)
  return rows[0] ?? null
}
