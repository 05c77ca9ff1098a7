import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AuditAbout } from '#shared/domains/account/contract.ts'
import type { Database } from '#server/platform/db/database.ts'

interface Found extends Omit<AuditAbout, 'appId'> {
  id: string
  appId: string | null
}

/** `payments · default in payments-eu`: the aliases of most deployments have one name. */
const deploymentName = sql`(select w.name from workers w where w.id = worker_id) || ' · ' || alias || ' in ' ||
  (select c.name from clusters c where c.id = cluster_id)`

/** Tables whose rows have a name; the columns of the page of an entity, where they have them. */
const named = [
  { table: 'workqueues', appId: 'app_id' },
  { table: 'tasks', appId: 'app_id', workqueueId: 'workqueue_id' },
  { table: 'plans' },
  { table: 'schedules', appId: 'app_id' },
  { table: 'hooks', appId: 'app_id', planId: 'plan_id' },
  { table: 'apps', appId: 'id' },
  { table: 'workers' },
  { table: 'scripts' },
  { table: 'teams' },
  { table: 'clusters', clusterId: 'id' },
  { table: 'deployments', name: deploymentName, clusterId: 'cluster_id' },
  { table: 'views' },
  { table: 'alert_rules' },
  { table: 'failure_groups', name: sql.ref('title') },
] as {
  table: string
  name?: RawBuilder<unknown>
  appId?: string
  workqueueId?: string
  clusterId?: string
  planId?: string
}[]

/** Tables whose rows are people in the account, in an app or in a team. */
const listsOfPeople = [
  { table: 'memberships', key: 'user_id' },
  { table: 'collaborators', key: 'id', appId: 'app_id' },
  { table: 'team_members', key: 'id' },
] as { table: string; key: string; appId?: string }[]

/** What is known now of the entities of these records, by their ids; of each table one look into its index. */
export async function readAbout(
  db: Kysely<Database>,
  accountId: string,
  rows: readonly { entity_id: string | null }[],
): Promise<ReadonlyMap<string, AuditAbout>> {
  const ids = [...new Set(rows.flatMap(({ entity_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map()
  const column = (name: string | undefined) => (name ? sql.ref(name) : sql`null`)
  const entities = named.map(
    ({ table, name = sql.ref('name'), appId, workqueueId, clusterId, planId }) => sql`
      select id, ${name} as name, ${column(appId)} as "appId", ${column(workqueueId)} as "workqueueId",
        ${column(clusterId)} as "clusterId", ${column(planId)} as "planId", null::int as total, null::int as done, null::int as failed, null as status, null as alias
      from ${sql.table(table)} where account_id = ${accountId} and id = any(${ids}::text[])`,
  )
  const receipts = sql`
    select id, coalesce(about->>'name', selection->>'title', selection->>'name', ''),
      coalesce(about->>'appId', selection->>'appId', selection->'filter'->>'appId'),
      about->>'workqueueId', null, null, total, done, failed, about->>'status', alias
    from receipts where account_id = ${accountId} and id = any(${ids}::text[])`
  const people = listsOfPeople.map(
    ({ table, key, appId }) => sql`
      select ${sql.ref(`l.${key}`)}, email, ${appId ? sql.ref(`l.${appId}`) : sql`null`}, null, null, null, null, null, null, null, null
      from ${sql.table(table)} l join users u on u.id = l.user_id
      where l.account_id = ${accountId} and ${sql.ref(`l.${key}`)} = any(${ids}::text[])`,
  )
  const all = sql.join([...entities, receipts, ...people], sql` union all `)
  const { rows: found } = await sql<Found>`${all}`.execute(db)
  return new Map(found.map(({ id, ...about }) => [id, about]))
}

/** The e-mail addresses of those to whom these records have assigned something, by the ids in their details. */
export async function readAssigned(
  db: Kysely<Database>,
  rows: readonly { action: string; detail: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ action, detail }) => (action === 'assign' && detail ? [detail] : []))
  if (ids.length === 0) return new Map()
  const found = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
  return new Map(found.map(({ id, email }) => [id, email]))
}
