import { sql } from 'kysely'
import type { FailureEventRow, FailureTrx } from './batch.ts'

/** The name of a task that has failed, in the runs of a plan; `plan_id` is empty for runs without one. */
export interface FailureKey {
  account_id: string
  app_id: string
  plan_id: string
  task_name: string
}

/** After that time every process knows of a key, or hands every success on. */
const KNOWN_AFTER_SECONDS = 5
/** Keys of one transaction that are looked at. */
const MOST_KEYS = 1000

/** Adds the names of failed tasks. Returns those that are new. */
export async function openKeysOf(trx: FailureTrx, failed: readonly FailureEventRow[]): Promise<FailureKey[]> {
  if (failed.length === 0) return []
  const { rows } = await sql<FailureKey>`
    insert into failure_keys (account_id, app_id, plan_id, task_name)
    select distinct account_id, app_id, plan_id, task_name
    from unnest(${failed.map((event) => event.account_id)}::text[], ${failed.map((event) => event.app_id)}::text[],
      ${failed.map((event) => event.plan_id ?? '')}::text[], ${failed.map((event) => event.task_name)}::text[])
      as c (account_id, app_id, plan_id, task_name)
    on conflict do nothing returning account_id, app_id, plan_id, task_name`.execute(trx)
  return rows
}

/** Keys whose runs have to be looked through again, because some process may not have known of them until now. */
export async function checkKeys(trx: FailureTrx): Promise<FailureKey[]> {
  const { rows } = await sql<FailureKey>`
    update failure_keys set checked = true where (account_id, app_id, plan_id, task_name) in (
      select account_id, app_id, plan_id, task_name from failure_keys
      where not checked and opened < now() - make_interval(secs => ${KNOWN_AFTER_SECONDS})
      order by opened limit ${MOST_KEYS})
    returning account_id, app_id, plan_id, task_name`.execute(trx)
  return rows
}

/** Removes some of the keys under which no task is open any more. */
export async function dropKeys(trx: FailureTrx): Promise<void> {
  await sql`
    delete from failure_keys k using (
      select account_id, app_id, plan_id, task_name from failure_keys
      where checked and opened < now() - interval '1 minute' order by opened limit ${MOST_KEYS}) as old
    where (k.account_id, k.app_id, k.plan_id, k.task_name)
        = (old.account_id, old.app_id, old.plan_id, old.task_name)
      and not exists (
        select from failure_tasks m join failure_groups g on g.id = m.group_id
        where m.account_id = k.account_id and m.app_id = k.app_id and m.plan_id = k.plan_id
          and m.task_name = k.task_name and m.repaired is null and m.generation = g.generation)`.execute(trx)
}
