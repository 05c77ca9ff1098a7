import { sql, type Kysely } from 'kysely'
import { withoutOldAddresses } from '#shared/domains/queues/polling.ts'
import { isPolledAt } from '#shared/domains/queues/verdict.ts'
import { allOf, type Conditions } from '../db/listing.ts'
import type { Database } from '../db/database.ts'

/** What is read: all queues of an account, or those of a type or an alias. */
export interface QueueScope {
  accountId: string
  type?: string | undefined
  alias?: string | undefined
}

/** The tasks of a queue and an app in one status, of those that run the ones of a worker process; `own` are those of the app asked for. */
export interface CountRow {
  type: string
  alias: string
  status: 'queued' | 'started' | 'retry'
  hostName: string | null
  version: string | null
  appId: string
  appName: string
  count: number
  own: number
  /** When the first and the last of them entered the status. */
  oldest: Date
  ownOldest: Date | null
  newest: Date
  /** Of tasks that run: the one that entered the status first. */
  oldestId?: string | null
}

const inScope = ({ type, alias }: QueueScope): Conditions => [
  type !== undefined && sql<boolean>`type = ${type}`,
  alias !== undefined && sql<boolean>`alias = ${alias}`,
]

/** What waits and runs now, by one statement that reads no task that is over. */
export async function readCounts(
  db: Kysely<Database>,
  scope: QueueScope,
  appId: string | undefined,
): Promise<CountRow[]> {
  const { accountId } = scope
  const wanted = allOf(inScope(scope))
  const { rows } = await sql<CountRow>`
    select type, alias, status, host_name as "hostName", version, app_id as "appId",
      coalesce((select name from apps where apps.id = app_id), '') as "appName", count(*)::int as count,
      count(*) filter (where is_own)::int as own,
      min(entered) as oldest, min(entered) filter (where is_own) as "ownOldest", max(entered) as newest,
      (array_agg(id order by entered) filter (where status = 'started'))[1] as "oldestId"
    from (
      select id, type, alias, app_id, status, case status when 'started' then started else queued end as entered,
        ${appId === undefined ? sql`true` : sql`app_id = ${appId}`} as is_own,
        case status when 'started' then host_name end as host_name,
        case status when 'started' then version end as version
      from (
        select id, type, alias, app_id, status, queued, started, host_name, version from tasks
        where account_id = ${accountId} and resting in ('queued', 'started', 'retry') and ${wanted}
        union all
        select tasks.id, type, alias, tasks.app_id, tasks.status, queued, tasks.started, host_name, tasks.version
        from workqueues join tasks on tasks.workqueue_id = workqueues.id
        where workqueues.account_id = ${accountId} and workqueues.holders <> '{}' and tasks.holder is not null
          and ${wanted}
      ) as live
    ) as entered
    where status in ('queued', 'started', 'retry')
    group by type, alias, app_id, status, host_name, version`.execute(db)
  return rows
}

export interface AliasRow {
  type: string
  alias: string
  lastPoll: Date | null
}

/** The aliases of the workers that are not deleted. */
export async function readAliases(db: Kysely<Database>, scope: QueueScope): Promise<AliasRow[]> {
  const { accountId, type, alias } = scope
  return db
    .selectFrom('workers')
    .innerJoin('worker_aliases', 'worker_aliases.worker_id', 'workers.id')
    .select(['workers.type', 'worker_aliases.name as alias', 'worker_aliases.last_poll as lastPoll'])
    .where('workers.account_id', '=', accountId)
    .where('workers.status', '<>', 'deleted')
    .where((eb) =>
      allOf([
        type !== undefined && eb('workers.type', '=', type),
        alias !== undefined && eb('worker_aliases.name', '=', alias),
      ]),
    )
    .execute()
}

export interface PollerRow {
  type: string
  alias: string
  hostName: string
  version: string | null
  firstPoll: Date
  lastPoll: Date
  lastSeen: Date
}

/** The worker processes that polled in the last day, last poll first, by their names where these are known. */
export async function readPollers(
  db: Kysely<Database>,
  scope: QueueScope,
  now: number,
): Promise<PollerRow[]> {
  const { rows } = await sql<PollerRow>`
    select type, alias, host_name as "hostName", nullif(version, '') as version, first_poll as "firstPoll",
      last_poll as "lastPoll", last_seen as "lastSeen"
    from queue_pollers where account_id = ${scope.accountId} and ${allOf(inScope(scope))}
    order by last_poll desc, host_name, version`.execute(db)
  const byQueue = new Map<string, PollerRow[]>()
  for (const row of rows) {
    const key = `${row.type}\n${row.alias}`
    byQueue.set(key, [...(byQueue.get(key) ?? []), row])
  }
  return [...byQueue.values()].flatMap((ofQueue) =>
    withoutOldAddresses(ofQueue, ({ lastSeen }) => isPolledAt(lastSeen.getTime(), now)),
  )
}

/** How many tasks of a queue wait since one moment; only of the first ones. */
export interface LineRow {
  type: string
  alias: string
  at: Date
  count: number
}

/** The first tasks that wait in each of these queues, by the index on `waiting_since`. */
export async function readLines(
  db: Kysely<Database>,
  accountId: string,
  queues: readonly { type: string; alias: string }[],
  limit: number,
): Promise<LineRow[]> {
  if (queues.length === 0) return []
  const { rows } = await sql<LineRow>`
    select queue.type, queue.alias, first.at, first.count
    from unnest(${queues.map(({ type }) => type)}::text[], ${queues.map(({ alias }) => alias)}::text[])
        as queue (type, alias),
      lateral (
        select waiting_since as at, count(*)::int as count from (
          select waiting_since from tasks
          where tasks.type = queue.type and tasks.alias = queue.alias and account_id = ${accountId}
            and waiting_since is not null
          order by waiting_since limit ${limit}
        ) as waiting group by waiting_since
      ) as first
    order by first.at`.execute(db)
  return rows
}
