import { sql } from 'kysely'
import type { FailureEventRow, FailureTrx, Repaired } from './batch.ts'
import type { FailureKey } from './keys.ts'

/** A task that has ended well. */
export type TaskSuccess = Pick<
  FailureEventRow,
  | 'account_id'
  | 'app_id'
  | 'plan_id'
  | 'workqueue_id'
  | 'run_created'
  | 'rerun_of'
  | 'parent_task_id'
  | 'parent_item'
  | 'task_id'
  | 'task_name'
  | 'type'
  | 'alias'
  | 'attempt'
  | 'at'
>

/** Tasks that one transaction repairs. A success that repairs more is handed on to the next one. */
const MOST_REPAIRED = 10_000
/** Reruns of reruns that are followed. */
const MOST_RERUNS = 50
/** Newest runs of a plan in a status that are looked through. */
const MOST_RUNS = 5

const columns = sql`account_id text, app_id text, plan_id text, workqueue_id text, run_created timestamptz,
  rerun_of text, parent_task_id text, parent_item integer, task_id text, task_name text, type text, alias text,
  attempt integer, at timestamptz`

/**
 * Marks the tasks that these successes repair: the failures of the task itself, of the same task in the runs that its
 * run is a rerun of, and in earlier runs of its plan in its app, unless its run has failed by it and been restarted.
 */
export async function repair(trx: FailureTrx, successes: readonly TaskSuccess[]): Promise<Repaired[]> {
  if (successes.length === 0) return []
  const passed = sql`json_to_recordset(${JSON.stringify(successes)}::json) as p(${columns})`
  // Its own success says more than that of a later run, which may have come before.
  const own = await sql<Repaired & { was_open: boolean }>`
    update failure_tasks m set repaired = f.at, repaired_in = f.workqueue_id from (
      select m.group_id, m.app_id, m.workqueue_id, m.task_id, p.at, m.repaired is null as was_open
      from ${passed} join failure_tasks m on m.workqueue_id = p.workqueue_id and m.task_name = p.task_name
        and m.task_id = p.task_id and m.attempt <= p.attempt
      where m.repaired is null or m.repaired_in is distinct from p.workqueue_id) as f
    where m.group_id = f.group_id and m.app_id = f.app_id and m.workqueue_id = f.workqueue_id
      and m.task_id = f.task_id
    returning m.group_id, m.generation, f.was_open`.execute(trx)
  const reruns = await sql<Repaired>`
    with recursive origins (run, task_name, at, passed_in, depth) as (
      select p.rerun_of, p.task_name, p.at, p.workqueue_id, 1 from ${passed} where p.rerun_of is not null
      union
      select w.rerun_of, o.task_name, o.at, o.passed_in, o.depth + 1 from origins o join workqueues w on w.id = o.run
      where w.rerun_of is not null and o.depth < ${MOST_RERUNS})
    update failure_tasks m set repaired = o.at, repaired_in = o.passed_in from origins o
    where m.workqueue_id = o.run and m.task_name = o.task_name and m.at <= o.at and m.repaired is null
    returning m.group_id, m.generation`.execute(trx)
  const later = await sql<Repaired>`
    update failure_tasks m set repaired = f.at, repaired_in = f.passed_in from (
      select m.group_id, m.app_id, m.workqueue_id, m.task_id, p.at, p.workqueue_id as passed_in
      from ${passed} join failure_tasks m on m.account_id = p.account_id and m.app_id = p.app_id
        and m.plan_id = p.plan_id and m.task_name = p.task_name and m.repaired is null
      where (m.run_created, m.workqueue_id) < (p.run_created, p.workqueue_id) and m.at <= p.at
        -- The runs of a map's items are not later runs of each other.
        and not coalesce(m.parent_task_id = p.parent_task_id and m.parent_item <> p.parent_item, false)
        -- A restart that helps one of the failed runs says nothing about those that have not been restarted.
        and not exists (
          select from failure_tasks same join workqueues w on w.id = same.workqueue_id
          where same.group_id = m.group_id and same.workqueue_id = p.workqueue_id
            and same.task_name = p.task_name and w.restarts > 0)
      limit ${MOST_REPAIRED}) as f
    where m.group_id = f.group_id and m.app_id = f.app_id and m.workqueue_id = f.workqueue_id
      and m.task_id = f.task_id
    returning m.group_id, m.generation`.execute(trx)
  if (later.rows.length >= MOST_REPAIRED) await handOn(trx, successes)
  return [...own.rows.filter(({ was_open }) => was_open), ...reruns.rows, ...later.rows]
}

async function handOn(trx: FailureTrx, successes: readonly TaskSuccess[]): Promise<void> {
  await sql`
    insert into failure_events (kind, account_id, app_id, plan_id, workqueue_id, run_created, rerun_of,
      parent_task_id, parent_item, task_id, task_name, type, alias, attempt, at)
    select 'passed', p.* from json_to_recordset(${JSON.stringify(successes)}::json) as p(${columns})
    where p.plan_id is not null`.execute(trx)
}

/**
 * The successes of tasks with these names that may not have been handed on, because the process that wrote them did not
 * know of the failure yet: in the newest runs of the plan, and in reruns.
 */
export async function successesMeanwhile(
  trx: FailureTrx,
  keys: readonly FailureKey[],
  failed: readonly FailureEventRow[],
): Promise<TaskSuccess[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<TaskSuccess>`
    with keys as materialized (select * from json_to_recordset(${JSON.stringify(keys)}::json)
        as k(account_id text, app_id text, plan_id text, task_name text)),
    plans as (select account_id, app_id, plan_id, array_agg(task_name) as names from keys group by 1, 2, 3),
    origins as (
      select distinct f.account_id, f.workqueue_id, p.names
      from unnest(${failed.map((event) => event.account_id)}::text[], ${failed.map((event) => event.app_id)}::text[],
          ${failed.map((event) => event.plan_id ?? '')}::text[],
          ${failed.map((event) => event.workqueue_id)}::text[]) as f (account_id, app_id, plan_id, workqueue_id)
        join plans p using (account_id, app_id, plan_id)
      union
      select m.account_id, m.workqueue_id, p.names from plans p, lateral (
        select account_id, workqueue_id from failure_tasks m where m.account_id = p.account_id
          and m.app_id = p.app_id and m.plan_id = p.plan_id and m.task_name = any(p.names) and m.repaired is null
        limit 100) as m),
    runs as (
      select w.id, p.names from plans p, unnest(array['completed', 'started', 'failed']) as s (status), lateral (
        select id from workqueues w where w.plan_id = p.plan_id and w.app_id = p.app_id and w.status = s.status
        order by created desc, id desc limit ${MOST_RUNS}) as w
      union
      select w.id, o.names from origins o, lateral (
        select id from workqueues w where w.account_id = o.account_id and w.rerun_of = o.workqueue_id
        order by created desc, id desc limit ${MOST_RUNS}) as w)
    select w.account_id, w.app_id, w.plan_id, w.id as workqueue_id, w.created as run_created, w.rerun_of,
      w.parent_task_id, w.parent_item, t.id as task_id, t.name as task_name, t.type, t.alias, t.attempt,
      t.ended as at
    from runs join workqueues w on w.id = runs.id
      join tasks t on t.workqueue_id = w.id and t.status = 'ended' and t.ended is not null and t.reason is null
        and t.name = any(runs.names)`.execute(trx)
  return rows
}
