import { sql } from 'kysely'
import type { FailureEventRow, FailureTrx } from './batch.ts'
import type { GroupChanges } from './changes.ts'

/** Tasks of deleted and of cancelled runs that one transaction counts down; as many rows as runs and groups. */
const MOST_REMOVALS = 1000

/** Takes tasks that a cancel has stopped out of their groups. */
export async function removeCancelled(
  trx: FailureTrx,
  changes: GroupChanges,
  events: readonly FailureEventRow[],
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  await sql`
    delete from failure_tasks m
    using unnest(${events.map((event) => event.workqueue_id)}::text[], ${events.map((event) => event.task_name)}::text[],
      ${events.map((event) => event.task_id)}::text[]) as c (workqueue_id, task_name, task_id)
    where m.workqueue_id = c.workqueue_id and m.task_name = c.task_name and m.task_id = c.task_id`.execute(
    trx,
  )
  await applyRemovals(trx, changes, now)
}

/** Counts groups down by the tasks that have left them; a group without any open task is closed. */
export async function applyRemovals(trx: FailureTrx, changes: GroupChanges, now: Date): Promise<void> {
  const { rows } = await sql<{ account_id: string; id: string; closed: boolean }>`
    with gone as (
      delete from failure_removals where id = any(array(
        select id from failure_removals order by id limit ${MOST_REMOVALS})) returning *),
    runs as (
      select distinct group_id, app_id, workqueue_id from gone
      where not exists (select from failure_tasks m where m.group_id = gone.group_id and m.app_id = gone.app_id
        and m.workqueue_id = gone.workqueue_id)),
    apps as (
      select distinct group_id, app_id from gone
      where not exists (select from failure_tasks m where m.group_id = gone.group_id and m.app_id = gone.app_id)),
    counts as (
      select g.id, sum(gone.tasks) as tasks,
        sum(case when gone.generation = g.generation then gone.open_tasks else 0 end) as open_tasks,
        (select count(*) from runs where runs.group_id = g.id) as runs,
        (select count(*) from apps where apps.group_id = g.id) as apps
      from gone join failure_groups g on g.id = gone.group_id group by g.id)
    update failure_groups g set tasks = g.tasks - c.tasks, runs = g.runs - c.runs, apps = g.apps - c.apps,
      open_tasks = g.open_tasks - c.open_tasks,
      state = case when g.open_tasks = c.open_tasks then 'closed' else g.state end,
      closed = case when g.open_tasks = c.open_tasks and g.state <> 'closed' then ${now} else g.closed end
    from counts c where g.id = c.id
    returning g.account_id, g.id, g.state = 'closed' as closed`.execute(trx)
  for (const { account_id, id, closed } of rows) changes.note(account_id, id, closed ? 'closed' : 'changed')
}
