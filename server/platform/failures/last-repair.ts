import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { LastRepair } from '#shared/domains/failures/contract.ts'
import type { Database } from '../db/database.ts'

interface PassedTask {
  alias: string
  version: string | null
  round_actor: string | null
  tries: number
}

/** The task that has repaired a failed one, as it is now: `failed` is the row of `failure_tasks`. A map has one for each item. */
export const passedTask = (failed: RawBuilder<unknown>) => sql<PassedTask>`(
  select p.alias, p.version, p.round_actor, p.tries from tasks p
  where p.workqueue_id = ${failed}.repaired_in and p.name = ${failed}.task_name and p.status = 'ended'
  order by p.id = ${failed}.task_id desc, p.ended desc limit 1)`

/** The newest success that has repaired tasks of a group; null for none, and where its workqueue was deleted. */
export async function lastRepair(
  db: Kysely<Database>,
  accountId: string,
  groupId: string,
): Promise<LastRepair | null> {
  const { rows } = await sql<Omit<LastRepair, 'at'> & { at: Date }>`
    select m.app_id as "appId", w.id as "workqueueId", w.name as "workqueueName", m.repaired as at,
      m.repaired_in <> m.workqueue_id as later, p.round_actor as by, p.alias, p.version
    from failure_tasks m
      join workqueues w on w.id = m.repaired_in
      left join lateral ${passedTask(sql`m`)} as p on true
    where m.group_id = ${groupId} and m.account_id = ${accountId} and m.repaired is not null
    order by m.repaired desc, m.task_id limit 1`.execute(db)
  const [found] = rows
  return found ? { ...found, at: found.at.toISOString() } : null
}
