import { sql, type Kysely } from 'kysely'
import type { FailureGroup } from '#shared/domains/failures/contract.ts'
import type { Database } from '#server/platform/db/database.ts'

/** The newest tasks of a group, that its versions and hosts in one app are read from. */
const MOST_READ = 1000

/** What is known of the whole group only, and what people of other apps did. */
const withheld = {
  restartable: null,
  owner: null,
  note: null,
  openTasks: null,
  restarted: null,
  held: null,
  regressedAt: null,
}

interface AppPart {
  group_id: string
  tasks: number
  runs: number
  apps: number
  first: Date
  last: Date
  versions: string[]
  hosts: string[]
  sample: FailureGroup['sample']
}

/**
 * The groups as a program of one app sees them: only what happened in that app. Without an app as a viewer sees them, whose
 * statements are bound to its apps.
 */
export async function partsOfApp(
  db: Kysely<Database>,
  groups: readonly FailureGroup[],
  appId: string | undefined,
): Promise<FailureGroup[]> {
  const inApp = appId === undefined ? sql`true` : sql`app_id = ${appId}`
  const ids = groups.map(({ _id }) => _id)
  const { rows } = await sql<AppPart>`
    select c.id as group_id, counted.*, newest.* from unnest(${ids}::text[]) as c (id),
      lateral (
        select count(*)::int as tasks, count(distinct workqueue_id)::int as runs, count(distinct app_id)::int as apps,
          min(at) as first, max(at) as last
        from failure_tasks where group_id = c.id and ${inApp}) as counted,
      lateral (
        select coalesce(array_agg(distinct version) filter (where version is not null), '{}') as versions,
          coalesce(array_agg(distinct host_name) filter (where host_name is not null), '{}') as hosts,
          (array_agg(json_build_object('appId', app_id, 'workqueueId', workqueue_id, 'taskId', task_id,
            'taskName', task_name, 'alias', alias, 'attempt', attempt,
            'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'reason', reason)
            order by at desc))[1] as sample
        from (
          select * from failure_tasks where group_id = c.id and ${inApp}
          order by at desc, task_id desc limit ${MOST_READ}) as newest_tasks
      ) as newest`.execute(db)
  const parts = new Map(rows.map((row) => [row.group_id, row]))
  return groups.map((group) => {
    const part = parts.get(group._id)
    if (!part) return group
    const { tasks, runs, apps, versions, hosts, sample } = part
    const [first, last] = [part.first.toISOString(), part.last.toISOString()]
    const seen = { versions: versions.slice(0, 50), hosts: hosts.slice(0, 50) }
    return { ...group, tasks, runs, apps, first, last, ...seen, sample, ...withheld }
  })
}
