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
  expectedMs?: number | null
  type: string
  alias: string
  version: string | null
  hostName: string | null
}

/** What a run under way takes its time for. */
export interface LateCause {
  run: string
  /** A task of it waits in a queue that has an open item. */
  waits: boolean
  /** A task of it has failed in an open group. */
  failed: boolean
  /** When a person restarted a task of it last. */
  restarted: Date | null
  /** The task of it that has been past its deadline for the longest. */
  overdue: (RunningTask & { deadlineMs: number }) | null
  /** Its running tasks, the longest first, without those that wait for runs which they have started. */
  tasks: RunningTask[]
}

/** JSON has its moments as texts. */
type Stored<Task extends RunningTask> = Omit<Task, 'started'> & { started: string }
interface StoredCause extends Omit<LateCause, 'tasks' | 'overdue'> {
  tasks: Stored<RunningTask>[]
  overdue: Stored<NonNullable<LateCause['overdue']>> | null
}

const taskOf = <Task extends { started: string }>({ started, ...task }: Task) => ({
  ...task,
  started: new Date(started),
})

/** Of each of these runs, by one statement. */
export async function readCauses(
  trx: AttentionTrx,
  runs: readonly string[],
): Promise<ReadonlyMap<string, LateCause>> {
  if (runs.length === 0) return new Map()
  const { rows } = await sql<StoredCause>`
    select w.id as run, coalesce(running.tasks, '[]') as tasks,
      case when w.late is not null then (
        select json_build_object('id', id, 'name', name, 'started', coalesce(started, queued, late), 'deadlineMs', deadline_ms,
          'type', type, 'alias', alias, 'version', version, 'hostName', host_name)
        from tasks t where t.workqueue_id = w.id and late is not null and status in ('queued', 'started', 'retry')
        order by late, position limit 1) end as overdue,
      case when w.restarts > 0 then (
        select max(case when tries > 1 then (
            select min(queued) from task_attempts a
            where a.workqueue_id = w.id and a.task_id = t.id and a.round = t.round) else queued end)
        from tasks t where t.workqueue_id = w.id and t.round > 0) end as restarted,
      exists (
        select from tasks t join attention_items i on i.account_id = w.account_id
          and i.kind = any(${queueKinds}::text[]) and i.key = t.type || e'\n' || t.alias and i.closed is null
        where t.workqueue_id = w.id and t.waiting_since is not null
      ) as waits,
      exists (
        select from failure_tasks m join failure_groups g on g.id = m.group_id
        where m.workqueue_id = w.id and m.repaired is null and m.generation = g.generation and g.state <> 'closed'
      ) as failed
    from workqueues w, lateral (
      select json_agg(json_build_object('id', id, 'name', name, 'started', started, 'expectedMs', expected_ms, 'type', type,
        'alias', alias, 'version', version, 'hostName', host_name) order by started, position) as tasks
      from (
        select id, name, started, position, expected_ms, type, alias, version, host_name from tasks t
        where t.workqueue_id = w.id and status = 'started' and started is not null and not exists (
          select from workqueues child
          where child.parent_task_id = t.id and child.status in ('notstarted', 'started') and child.plan_id is not null)
        order by started, position limit ${MOST_TASKS}
      ) as longest
    ) as running
    where w.id = any(${runs}::text[])`.execute(trx)
  return new Map(
    rows.map(({ tasks, overdue, ...row }) => [
      row.run,
      { ...row, tasks: tasks.map(taskOf), overdue: overdue && taskOf(overdue) },
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
