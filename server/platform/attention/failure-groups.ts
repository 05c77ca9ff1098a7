import { sql, type Selectable } from 'kysely'
import type { DeploymentPlace, FailureFacts } from '#shared/domains/attention/facts.ts'
import type { FailureGroupTable } from '../db/tables/failures.ts'
import { countedOrder } from '../engine/progress.ts'
import { hasFailedAgain, isAgain, isLeft, isOpen, canRestart, isRestarting } from '../failures/left-tasks.ts'
import type { AttentionTrx, Subject } from './items.ts'

/** The newest tasks of a group that its runs and apps are counted from. */
const MOST_READ = 1000

type Group = Pick<
  Selectable<FailureGroupTable>,
  | 'id'
  | 'account_id'
  | 'title'
  | 'type'
  | 'state'
  | 'first'
  | 'last'
  | 'tasks'
  | 'runs'
  | 'open_tasks'
  | 'versions'
  | 'aliases'
  | 'hosts'
  | 'sample'
  | 'closed'
  | 'dismissed'
>

/** A group with what is left of its newest tasks. */
export interface GroupWithLeft extends Group {
  /** Of the newest tasks those that are left, and their runs. */
  left: number
  left_runs: number
  /** Those of them that are open, and since when. */
  left_open: number
  open_since: Date | null
  app_ids: string[]
  app_names: string[]
  held: number
  restartable: number
  again: number
  restarting: number
  /** The last restart that a task has failed after. */
  restarted: { by: string | null; at: string } | null
  /** The name that all that is left has. */
  task: string | null
  /** What runs the alias of its newest failure. */
  deployment: DeploymentPlace | null
  /** The facts of its item; null without one. */
  known: FailureFacts | null
  known_open: boolean
  /** Of a closed one: the tasks of its item that have succeeded. */
  completed: number | null
  /** The run of its newest failure was not deleted. */
  has_run: boolean
  /** Why it was closed. */
  known_text: string | null
}

/** These groups, by one statement; of each at most 1,000 tasks are read. */
export async function readGroups(trx: AttentionTrx, subjects: readonly Subject[]): Promise<GroupWithLeft[]> {
  const { rows } = await sql<GroupWithLeft>`
    select failure_groups.id, failure_groups.account_id, title, type, state, first, last, tasks, runs, open_tasks, versions,
      aliases, hosts, sample, failure_groups.closed, dismissed, counted.*, last_restart.restarted, deployment.place as deployment, i.facts as known,
      coalesce(i.id is not null and i.closed is null, false) as known_open, i.closed_text as known_text,
      case when state = 'closed' then (
        select count(*)::int from failure_tasks m where m.group_id = failure_groups.id and m.repaired >= i.since) end as completed,
      exists (select from workqueues where id = failure_groups.sample ->> 'workqueueId') as has_run
    from failure_groups
      left join attention_items i
        on i.account_id = failure_groups.account_id and i.kind = 'failure' and i.key = failure_groups.id,
      lateral (
        select coalesce(sum(run.left), 0)::int as left, count(*)::int as left_runs,
          coalesce(sum(open), 0)::int as left_open, min(since) as open_since,
          coalesce(array_agg(distinct app_id), '{}') as app_ids,
          coalesce((select array_agg(name order by name, id) from apps where id = any(array_agg(app_id))), '{}') as app_names,
          coalesce(sum(held), 0)::int as held, coalesce(sum(restartable), 0)::int as restartable,
          case when min(first_name) = max(last_name) then min(first_name) end as task,
          coalesce(sum(again), 0)::int as again, coalesce(sum(restarting), 0)::int as restarting,
          (array_agg(restarted_task order by restarted_at desc nulls last))[1] as restarted_task
        from (
          select failure_tasks.app_id, count(*) as left, count(*) filter (where ${isOpen}) as open,
            min(at) filter (where ${isOpen}) as since, count(*) filter (where ${canRestart}) as restartable,
            count(*) filter (where ${isAgain}) as again, count(*) filter (where ${isRestarting}) as restarting,
            (array_agg(tasks.id order by tasks.queued desc nulls last) filter (where ${hasFailedAgain}))[1] as restarted_task,
            max(tasks.queued) filter (where ${hasFailedAgain}) as restarted_at,
            min(tasks.name) as first_name, max(tasks.name) as last_name,
            case when workqueues.status = 'failed'
              then workqueues.task_counts[${sql.lit(countedOrder.indexOf('notstarted') + 1)}] end as held
          from (
            select * from failure_tasks m where m.group_id = failure_groups.id
            order by at desc, task_id desc limit ${MOST_READ}
          ) as failure_tasks
            join tasks on tasks.id = failure_tasks.task_id
            join workqueues on workqueues.id = failure_tasks.workqueue_id
          where ${isLeft}
          group by failure_tasks.app_id, workqueues.id
        ) as run
      ) as counted
      left join lateral (
        select json_build_object('by', round_actor, 'at', case when tries > 1 then (
            select min(queued) from task_attempts a
            where a.workqueue_id = t.workqueue_id and a.task_id = t.id and a.round = t.round) else queued end) as restarted
        from tasks t where t.id = counted.restarted_task
      ) as last_restart on true
      left join lateral (
        select json_build_object('id', d.id, 'clusterId', c.id, 'cluster', c.name) as place
        from workers w join deployments d on d.worker_id = w.id and d.alias = failure_groups.sample ->> 'alias'
          join clusters c on c.id = d.cluster_id
        where w.account_id = failure_groups.account_id and w.type = failure_groups.type and w.status <> 'deleted'
        order by d.created, d.id limit 1
      ) as deployment on true
    where failure_groups.id = any(${subjects.map(({ key }) => key)}::text[])`.execute(trx)
  return rows
}
