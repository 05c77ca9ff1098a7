import { sql, type Kysely } from 'kysely'
import type { HeldRestart, PastRestart } from '#shared/domains/failures/contract.ts'
import type { Database } from '../db/database.ts'
import { openRestarts } from './left-tasks.ts'

/** The newest tasks of a group that its restarts are read from, and the restarts that are answered. */
const MOST_READ = 1000
const MOST_RESTARTS = 20
/** A person who restarts many tasks does so with at most so much time between two of them. */
const GAP = '5 seconds'

/** The tasks that a restart has taken up and not come to yet, with the moment at which it begins: without a hold at once. */
export const takenUp = sql<{ task_id: string; until: Date }>`(
  select receipt_rows.entity_id as task_id, max(coalesce(receipts.held_until, receipts.created)) as until
  from ${openRestarts} group by receipt_rows.entity_id)`

/** The newest restart that has taken up tasks of each of these groups and not come to them yet. */
export async function heldRestarts(
  db: Kysely<Database>,
  accountId: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, HeldRestart>> {
  const { rows } = await sql<Omit<HeldRestart, 'until'> & { groupId: string; until: Date }>`
    select distinct on (m.group_id) m.group_id as "groupId", r.id as "receiptId", r.by, r.alias, r.until,
      count(*)::int as tasks
    from (
      select receipts.id, receipts.created_by as by, receipts.alias, receipt_rows.entity_id as task_id,
        coalesce(receipts.held_until, receipts.created) as until
      from ${openRestarts} and receipts.account_id = ${accountId}
    ) as r
      join tasks t on t.id = r.task_id and t.status = 'failed'
      join failure_tasks m on m.workqueue_id = t.workqueue_id and m.task_id = t.id
    where m.group_id = any(${groupIds}::text[])
    group by m.group_id, r.id, r.by, r.alias, r.until
    order by m.group_id, r.until desc, r.id`.execute(db)
  return new Map(
    rows.map(({ groupId, until, ...held }) => [groupId, { ...held, until: until.toISOString() }]),
  )
}

/**
 * The restarts of the tasks of a group since it was first seen, newest first: what one person has restarted without a pause
 * is one. What a person has completed or skipped by hand was not restarted.
 */
export async function pastRestarts(
  db: Kysely<Database>,
  accountId: string,
  groupId: string,
): Promise<PastRestart[]> {
  const { rows } = await sql<Omit<PastRestart, 'at'> & { at: Date }>`
    with members as (
      select m.task_id from failure_tasks m join failure_groups g on g.id = m.group_id
      where m.group_id = ${groupId} and g.account_id = ${accountId}
      order by m.at desc, m.task_id desc limit ${MOST_READ}
    ), tries as (
      select a.task_id, a.round, a.number, a.actor, a.queued, a.alias, a.status
      from members join task_attempts a on a.task_id = members.task_id where a.round > 0
      union all
      select t.id, t.round, t.attempt + 1, t.round_actor, t.queued, t.alias, t.status
      from members join tasks t on t.id = members.task_id where t.round > 0
    ), rounds as (
      select task_id, round, (array_agg(actor order by number))[1] as by, min(queued) as at,
        (array_agg(alias order by number desc))[1] as alias, (array_agg(status order by number desc))[1] as status
      from tries group by task_id, round
    ), marked as (
      select *, coalesce(at - lag(at) over (partition by by order by at, task_id) > ${GAP}::interval, true) as begins
      from rounds where at >= (select first from failure_groups where id = ${groupId})
    ), numbered as (
      select *, count(*) filter (where begins) over (partition by by order by at, task_id) as restart from marked
    ), newest as (
      select distinct on (by, restart, task_id) *, min(at) over (partition by by, restart) as began
      from numbered order by by, restart, task_id, round desc
    )
    select by, began as at, array_agg(distinct alias order by alias) as aliases, count(*)::int as tasks,
      count(*) filter (where status = 'ended')::int as passed, count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status in ('queued', 'started', 'retry'))::int as running
    from newest group by by, restart, began
    order by began desc, by limit ${MOST_RESTARTS}`.execute(db)
  return rows.map(({ at, ...restart }) => ({ ...restart, at: at.toISOString() }))
}
