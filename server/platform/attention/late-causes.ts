import { sql } from 'kysely'
import type { AttentionTrx } from './items.ts'
import { queueKinds } from './queue-items.ts'

/** Running tasks of a run that are looked at, the longest ones. */
const MOST_TASKS = 50

/** The time in which a task of a run was queued or ran. */
export interface Activity {
  /** Milliseconds until `activeSince`; null there: no task does now. */
  activeMs: number
  activeSince: Date | null
}

export interface RunningTask {
  id: string
  name: string
  started: Date
}

/** What a run under way takes its time for. */
interface RunCause {
  run: string
  /** A task of it waits in a queue that has an open item, or has failed in an open group. */
  blocked: boolean
  /** When a person restarted a task of it last. */
  restarted: Date | null
  /** Its running tasks, the longest first, without those that wait for runs which they have started. */
  tasks: RunningTask[]
}

/** Of each of these runs, by one statement. */
export async function readCauses(
  trx: AttentionTrx,
  runs: readonly string[],
): Promise<ReadonlyMap<string, RunCause>> {
  if (runs.length === 0) return new Map()
  const { rows } = await sql<RunCause & { tasks: { id: string; name: string; started: string }[] }>`
    select w.id as run, coalesce(running.tasks, '[]') as tasks,
      case when w.restarts > 0 then (
        select max(case when tries > 1 then (
            select min(queued) from task_attempts a
            where a.workqueue_id = w.id and a.task_id = t.id and a.round = t.round) else queued end)
        from tasks t where t.workqueue_id = w.id and t.round > 0) end as restarted,
      exists (
        select from tasks t join attention_items i on i.account_id = w.account_id
          and i.kind = any(${queueKinds}::text[]) and i.key = t.type || e'\n' || t.alias and i.closed is null
        where t.workqueue_id = w.id and t.waiting_since is not null
      ) or exists (
        select from failure_tasks m join failure_groups g on g.id = m.group_id
        where m.workqueue_id = w.id and m.repaired is null and m.generation = g.generation and g.state <> 'closed'
      ) as blocked
    from workqueues w, lateral (
      select json_agg(json_build_object('id', id, 'name', name, 'started', started) order by started, position) as tasks
      from (
        select id, name, started, position from tasks t
        where t.workqueue_id = w.id and status = 'started' and started is not null and not exists (
          select from workqueues child
          where child.parent_task_id = t.id and child.status in ('notstarted', 'started') and child.plan_id is not null)
        order by started, position limit ${MOST_TASKS}
      ) as longest
    ) as running
    where w.id = any(${runs}::text[])`.execute(trx)
  return new Map(
    rows.map(({ tasks, ...row }) => [
      row.run,
      { ...row, tasks: tasks.map((task) => ({ ...task, started: new Date(task.started) })) },
    ]),
  )
}

export const activeOf = ({ activeMs, activeSince }: Activity, now: number): number =>
  activeMs + (activeSince === null ? 0 : Math.max(0, now - activeSince.getTime()))

/** The activity since a restart: what was before it does not count. */
export function sinceRestart({ activeMs, activeSince }: Activity, restarted: Date | null): Activity {
  if (restarted === null || activeSince === null) return { activeMs, activeSince }
  const before = activeSince.getTime() - restarted.getTime()
  return before < 0
    ? { activeMs: 0, activeSince: restarted }
    : { activeMs: Math.min(activeMs, before), activeSince }
}
