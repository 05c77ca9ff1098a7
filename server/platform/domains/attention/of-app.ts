import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { LateRunFacts } from '#shared/domains/attention/facts.ts'
import type { DecidedItem } from '#server/platform/attention/item-row.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isAgain, isLeft, canRestart } from '#server/platform/failures/left-tasks.ts'

/** The newest tasks of a group, that its part in one app is read from. */
const MOST_READ = 1000

/** What an app has of a group or of a queue. */
interface Part {
  id: string
  /** Names of its apps, and the app of its newest task. */
  names: string[]
  appId: string
  runs: number
  tasks: number
  first: Date
  last: Date
  restartable: number
  again: number
  versions: string[]
  hosts: string[]
  workqueueId: string
  taskId: string
}

/**
 * The items as a program of one app sees them: only what happens in that app; who has which item is not told. An item of
 * which nothing is left in the app is absent. Without an app as a viewer sees them, whose statements are bound to its apps.
 */
export async function partOfApp(
  db: Kysely<Database>,
  rows: readonly DecidedItem[],
  appId: string | undefined,
): Promise<DecidedItem[]> {
  const inApp = appId === undefined ? sql`true` : sql`app_id = ${appId}`
  const parts = new Map([
    ...(await failureParts(db, ofKind(rows, 'failure'), inApp)),
    ...(await queueParts(
      db,
      rows.filter(({ facts }) => 'queued' in facts),
      inApp,
    )),
  ])
  return rows.flatMap((row) => {
    const part = parts.get(row.id)
    const anonymous = { ...row, owner: null, owner_email: null }
    if (row.facts.kind === 'runLate') return [{ ...anonymous, facts: withoutOthers(row.facts) }]
    return part ? [{ ...anonymous, ...reduced(row, part) }] : []
  })
}

/** Where tasks of the type have ended well besides may be of other apps. */
const withoutOthers = (facts: LateRunFacts): LateRunFacts => ({
  ...facts,
  task: facts.task && { ...facts.task, notVersions: [], notHosts: [] },
})

const ofKind = (rows: readonly DecidedItem[], kind: DecidedItem['kind']) =>
  rows.filter((row) => row.kind === kind)

function reduced({ facts }: DecidedItem, part: Part): Partial<DecidedItem> {
  const { names, appId, runs, tasks, restartable, again, first, last, versions, hosts, workqueueId, taskId } =
    part
  const hurt = { hurt_runs: runs, hurt_since: first, since: first }
  if (facts.kind === 'failure') {
    const { notVersions: _, restarted: __, suggestedAlias: ___, ...known } = facts
    return {
      ...hurt,
      hurt_tasks: 0,
      facts: {
        ...known,
        runs,
        tasks,
        apps: names,
        held: 0,
        restartable,
        again,
        first: first.toISOString(),
        last: last.toISOString(),
        versions,
        hosts,
        notVersions: [],
        notHosts: [],
        aliases: [],
        task: null,
        appId,
        workqueueId,
        taskId,
      },
    }
  }
  if (!('queued' in facts)) return {}
  return {
    ...hurt,
    hurt_tasks: tasks,
    facts: {
      ...facts,
      queued: tasks,
      runs,
      more: tasks >= MOST_READ,
      oldest: first.toISOString(),
      apps: names,
    },
  }
}

async function failureParts(db: Kysely<Database>, rows: readonly DecidedItem[], inApp: RawBuilder<unknown>) {
  if (rows.length === 0) return []
  const { rows: parts } = await sql<Part>`
    select i.id, part.* from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ key }) => key)}::text[]) as i (id, group_id)
      join failure_groups on failure_groups.id = i.group_id,
      lateral (
        select count(*)::int as tasks, count(distinct workqueues.id)::int as runs, min(at) as first, max(at) as last,
          (count(*) filter (where ${canRestart}))::int as restartable, (count(*) filter (where ${isAgain}))::int as again,
          coalesce(array_agg(distinct failure_tasks.version) filter (where failure_tasks.version is not null), '{}') as versions,
          coalesce(array_agg(distinct failure_tasks.host_name) filter (where failure_tasks.host_name is not null), '{}') as hosts,
          (array_agg(failure_tasks.app_id order by at desc))[1] as "appId", array_agg(distinct apps.name) as names,
          (array_agg(workqueues.id order by at desc))[1] as "workqueueId", (array_agg(tasks.id order by at desc))[1] as "taskId"
        from (
          select * from failure_tasks m where m.group_id = failure_groups.id and ${inApp}
          order by at desc, task_id desc limit ${MOST_READ}
        ) as failure_tasks
          join tasks on tasks.id = failure_tasks.task_id
          join workqueues on workqueues.id = failure_tasks.workqueue_id
          join apps on apps.id = failure_tasks.app_id
        where ${isLeft}
      ) as part
    where part.tasks > 0`.execute(db)
  return parts.map((part): [string, Part] => [part.id, part])
}

async function queueParts(db: Kysely<Database>, rows: readonly DecidedItem[], inApp: RawBuilder<unknown>) {
  if (rows.length === 0) return []
  const queues = rows.map(({ key }) => key.split('\n'))
  const { rows: parts } = await sql<Part>`
    select i.id, part.*, 0 as restartable, 0 as again, '{}'::text[] as versions, '{}'::text[] as hosts, '' as "workqueueId", '' as "taskId"
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => row.account_id)}::text[], ${queues.map(([type]) => type ?? '')}::text[],
        ${queues.map(([, alias]) => alias ?? '')}::text[]) as i (id, account_id, type, alias),
      lateral (
        select count(*)::int as tasks, count(distinct workqueue_id)::int as runs, min(waiting_since) as first,
          max(waiting_since) as last, array_agg(distinct apps.name) as names,
          (array_agg(app_id order by waiting_since desc))[1] as "appId"
        from (
          select app_id, workqueue_id, waiting_since from tasks t
          where t.type = i.type and t.alias = i.alias and t.account_id = i.account_id and ${inApp}
            and waiting_since is not null
          order by waiting_since limit ${MOST_READ}) as oldest
          join apps on apps.id = oldest.app_id
      ) as part
    where part.tasks > 0`.execute(db)
  return parts.map((part): [string, Part] => [part.id, part])
}
