import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { AuditAbout } from '#shared/domains/account/contract.ts'
import { describeItem } from '#shared/domains/attention/describe.ts'
import type { Database } from '#server/platform/db/database.ts'
import { oneOf } from '#server/platform/db/listing.ts'

/** The fields of what is known of an entity, each with its column. */
type Columns = Partial<Record<keyof AuditAbout, string | RawBuilder<unknown>>>

/** `payments · default in payments-eu`: the aliases of most deployments have one name. */
const deploymentName = sql`(select w.name from workers w where w.id = worker_id) || ' · ' || alias || ' in ' ||
  (select c.name from clusters c where c.id = cluster_id)`

const runName = sql`(select w.name from workqueues w where w.id = workqueue_id)`

/** What is known of a row of a table, with the columns of its page; the name is in the column `name` unless said otherwise. */
const tables: readonly ({ table: string } & Columns)[] = [
  { table: 'workqueues', appId: 'app_id' },
  { table: 'tasks', appId: 'app_id', workqueueId: 'workqueue_id', run: runName },
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
  { table: 'failure_groups', name: 'title' },
  {
    table: 'receipts',
    name: sql`coalesce(about->>'name', selection->>'title', selection->>'name', '')`,
    appId: sql`coalesce(about->>'appId', selection->>'appId', selection->'filter'->>'appId')`,
    workqueueId: sql`about->>'workqueueId'`,
    status: sql`about->>'status'`,
    total: 'total',
    done: 'done',
    failed: 'failed',
    alias: 'alias',
    action: 'action',
    cancelledBy: 'cancelled_by',
    cancelledAt: sql`case when cancelled_by is not null then to_char(ended at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end`,
  },
]

/** Tables whose rows are people in the account, in an app or in a team. */
const listsOfPeople: readonly ({ table: string; key: string } & Columns)[] = [
  { table: 'memberships', key: 'user_id' },
  { table: 'collaborators', key: 'id', appId: 'app_id' },
  { table: 'team_members', key: 'id' },
]

/** What an entity has that says nothing else. */
const nothing: Omit<AuditAbout, 'name'> = {
  appId: null,
  workqueueId: null,
  clusterId: null,
  planId: null,
  total: null,
  done: null,
  failed: null,
  status: null,
  alias: null,
}

interface Recorded {
  entity: string
  entity_id: string | null
  at: Date
}

/** What is known now of the entities of these records, by their ids; of each table one look into its index. */
export async function readAbout(
  db: Kysely<Database>,
  accountId: string,
  rows: readonly Recorded[],
): Promise<ReadonlyMap<string, AuditAbout>> {
  const ids = [...new Set(rows.flatMap(({ entity_id: id }) => id ?? []))]
  if (ids.length === 0) return new Map()
  const entities = tables.map(
    ({ table, ...columns }) => sql`
      select id, ${objectOf({ name: 'name', ...columns })} as about from ${sql.table(table)}
      where account_id = ${accountId} and id = any(${ids}::text[])`,
  )
  const people = listsOfPeople.map(
    ({ table, key, ...columns }) => sql`
      select ${sql.ref(`l.${key}`)}, ${objectOf({ name: 'email', ...columns })}
      from ${sql.table(table)} l join users u on u.id = l.user_id
      where l.account_id = ${accountId} and ${sql.ref(`l.${key}`)} = any(${ids}::text[])`,
  )
  const all = sql.join([...entities, ...people], sql` union all `)
  const [found, items] = await Promise.all([
    sql<{ id: string; about: Pick<AuditAbout, 'name'> }>`${all}`.execute(db),
    readItems(db, accountId, rows),
  ])
  return new Map([...found.rows, ...items].map(({ id, about }) => [id, { ...nothing, ...about }]))
}

/** The fields as one value, so that tables with different ones can be read by one statement. */
const objectOf = (columns: Columns) =>
  sql`jsonb_build_object(${sql.join(
    Object.entries(columns).flatMap(([field, column]) => [
      sql.lit(field),
      typeof column === 'string' ? sql.ref(column) : column,
    ]),
  )})`

/** Items of Attention have no name: each is known by its sentence, as it was when the newest record of it was made. */
async function readItems(db: Kysely<Database>, accountId: string, rows: readonly Recorded[]) {
  const ids = rows.flatMap(({ entity_id: id, entity }) => (entity === 'attention' && id ? [id] : []))
  if (ids.length === 0) return []
  const newest = (item: string) =>
    Math.max(...rows.filter(({ entity_id: id }) => id === item).map(({ at }) => at.getTime()))
  const items = await db
    .selectFrom('attention_items')
    .select(['id', 'facts'])
    .where('account_id', '=', accountId)
    .where(oneOf('id', ids))
    .execute()
  return items.map(({ id, facts }) => ({
    id,
    about: { name: describeItem(facts, newest(id)).sentence },
  }))
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
