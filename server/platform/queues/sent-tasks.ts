import { sql, type Kysely } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Tasks whose messages are in a queue of a service, and that no worker has begun. Their leases (`task_leases`) are acknowledged:
 * no visibility ends them. In the queues of the platform there are none: a receive begins what it hands out.
 */
const isSent = sql`l.acknowledged and exists (
  select from waiting_tasks w where w.task_id = l.task_id and w.queue = l.queue and w.attempt < l.attempt)`

/**
 * Ends the leases of a queue's sent tasks, so that they are given out again: reports for the messages that are under way are
 * refused from now on.
 */
export async function withdrawSent(
  db: Kysely<Database>,
  { accountId, type, alias }: { accountId: string; type: string; alias: string },
  now: number,
): Promise<void> {
  await sql`
    update task_leases l set visible_until = ${new Date(now)}
    where l.queue = queue_key(${accountId}, ${type}, ${alias}) and l.visible_until > ${new Date(now)}
      and ${isSent}`.execute(db)
}

/**
 * No process uses a service any more: all that was sent is given out again, and no fault of it needs attention. Its queues are
 * kept, so that they are found when it is used again.
 */
export async function leaveService(db: Kysely<Database>, now: number): Promise<void> {
  await sql`
    update task_leases l set visible_until = ${new Date(now)}
    where l.visible_until > ${new Date(now)} and ${isSent}`.execute(db)
  await sql`
    update service_queues set fault = null, fault_since = null, fault_of_all = false, failures = 0
    where fault is not null`.execute(db)
}

/** How many sent tasks of a queue wait for a worker. */
export async function countSent(db: Kysely<Database>, queue: string, now: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from task_leases l
    where l.queue = ${queue}::bigint and l.visible_until > ${new Date(now)} and ${isSent}`.execute(db)
  return rows[0]?.count ?? 0
}
