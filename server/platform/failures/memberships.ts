import { sql } from 'kysely'
import { isCurrent, type FailureEventRow, type FailureTrx, type Grouped } from './batch.ts'

/** What the failures of a batch add to a group. */
interface Added {
  tasks: number
  runs: number
  apps: number
  /** Tasks that were not open before. */
  reopened: number
}

interface Known {
  group_id: string
  task_id: string
  /** Null for a task that is not in the group. */
  at: Date | null
  open: boolean
  has_run: boolean
  has_app: boolean
}

/** A task of a group with its newest failure of this batch. */
interface Newest {
  groupId: string
  generation: number
  event: FailureEventRow
}

function newestOf(grouped: readonly Grouped[]): Newest[] {
  const newest = new Map<string, Newest>()
  for (const { group, failures } of grouped)
    for (const { event } of failures) {
      const key = `${group.id} ${event.task_id}`
      const known = newest.get(key)
      if (known && known.event.at > event.at) continue
      // One that is over stays with the tasks that were open when the group was closed.
      newest.set(key, {
        groupId: group.id,
        event,
        generation: group.generation - (isCurrent(group, event) ? 0 : 1),
      })
    }
  return [...newest.values()]
}

/**
 * What the failures add, before they are stored. Each question is answered by one place of an index, however many tasks
 * a group has.
 */
export async function countNew(trx: FailureTrx, grouped: readonly Grouped[]): Promise<Map<string, Added>> {
  const generations = new Map(grouped.map(({ group }) => [group.id, group.generation]))
  const incoming = newestOf(grouped)
  const known = await readKnown(trx, incoming)
  const counts = new Map(grouped.map(({ group }) => [group.id, { tasks: 0, runs: 0, apps: 0, reopened: 0 }]))
  const places = new Set<string>()
  /** True the first time. */
  const isNew = (place: string) => !places.has(place) && !!places.add(place)
  for (const { groupId, generation, event } of incoming) {
    const was = known.get(`${groupId} ${event.task_id}`)!
    const added = counts.get(groupId)!
    if (was.at === null) added.tasks++
    if (!was.has_run && isNew(`${groupId} run ${event.workqueue_id}`)) added.runs++
    if (!was.has_app && isNew(`${groupId} app ${event.app_id}`)) added.apps++
    const older = was.at !== null && was.at > event.at
    if (!was.open && !older && generation === generations.get(groupId)) added.reopened++
  }
  return counts
}

async function readKnown(trx: FailureTrx, incoming: readonly Newest[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select c.group_id, c.task_id, m.at, coalesce(m.repaired is null and m.generation = c.generation, false) as open,
      exists (select from failure_tasks r where r.group_id = c.group_id and r.app_id = c.app_id
        and r.workqueue_id = c.workqueue_id) as has_run,
      exists (select from failure_tasks a where a.group_id = c.group_id and a.app_id = c.app_id) as has_app
    from unnest(${incoming.map(({ groupId }) => groupId)}::text[],
      ${incoming.map(({ generation }) => generation)}::integer[],
      ${incoming.map(({ event }) => event.app_id)}::text[], ${incoming.map(({ event }) => event.workqueue_id)}::text[],
      ${incoming.map(({ event }) => event.task_id)}::text[])
      as c (group_id, generation, app_id, workqueue_id, task_id)
    left join failure_tasks m on m.group_id = c.group_id and m.app_id = c.app_id
      and m.workqueue_id = c.workqueue_id and m.task_id = c.task_id`.execute(trx)
  return new Map(rows.map((row) => [`${row.group_id} ${row.task_id}`, row]))
}

/** Stores the newest failure of each task; one that is older than the stored one changes nothing. */
export async function storeTasks(trx: FailureTrx, grouped: readonly Grouped[]): Promise<void> {
  const rows = newestOf(grouped).map(({ groupId, generation, event }) => ({
    ...event,
    group_id: groupId,
    generation,
    plan_id: event.plan_id ?? '',
  }))
  await sql`
    insert into failure_tasks as m (group_id, app_id, workqueue_id, task_id, account_id, plan_id, run_created,
      parent_task_id, parent_item, task_name, alias, version, host_name, attempt, at, reason, generation)
    select group_id, app_id, workqueue_id, task_id, account_id, plan_id, run_created, parent_task_id, parent_item,
      task_name, alias, version, host_name, attempt, at, reason, generation
    from json_to_recordset(${JSON.stringify(rows)}::json) as c(
      group_id text, app_id text, workqueue_id text, task_id text, account_id text, plan_id text,
      run_created timestamptz, parent_task_id text, parent_item integer, task_name text, alias text, version text,
      host_name text, attempt integer, at timestamptz, reason text, generation integer)
    on conflict (group_id, app_id, workqueue_id, task_id) do update set alias = excluded.alias,
      version = excluded.version, host_name = excluded.host_name, attempt = excluded.attempt, at = excluded.at,
      reason = excluded.reason, generation = excluded.generation, repaired = null, repaired_in = null
    where m.at <= excluded.at`.execute(trx)
}
