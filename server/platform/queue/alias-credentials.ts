import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { DEFAULT_ALIAS, isPlatformType } from '#shared/domains/tasks/constants.ts'
import type { Seal } from '../auth/seal.ts'
import type { KeyTable } from '../auth/key-uses.ts'
import { aliasSecretPlace, replacedSecretPlace } from '../auth/sealed-columns.ts'
import type { Database } from '../db/database.ts'

/** The alias on whose behalf a worker calls. */
export interface AliasIdentity {
  aliasId: string
  accountId: string
  workerId: string
  /** `task.{team namespace}.{type}`. */
  type: string
  /** Name of the alias. */
  alias: string
}

/** The credentials that a call to the queue endpoint is checked against. */
export interface AliasCredentials extends AliasIdentity {
  secretAccessKey: string
  /** The row that the access key stands in. */
  key: { table: KeyTable; id: string }
}

/** The key that a report is checked against: its public half, as PEM. */
export interface AliasKey extends AliasIdentity {
  keyId: string
  publicKey: string
  expires: Date
}

/** Maximum age of the stored time of the last poll: a busy worker polls many times a second. */
export const LAST_POLL_STEP_MS = 10_000

const identity = [
  'worker_aliases.id as aliasId',
  'workers.account_id as accountId',
  'workers.id as workerId',
  'workers.type',
  'worker_aliases.name as alias',
] as const

/** Aliases of workers that are not deleted: those of a deleted worker stop working at once. */
export const activeAliases = (db: Kysely<Database>) =>
  db
    .selectFrom('worker_aliases')
    .innerJoin('workers', 'workers.id', 'worker_aliases.worker_id')
    .where('workers.status', '<>', 'deleted')

/** Part of every request to the queue endpoint, so it is sent prepared (see `createLeaseStore`). */
const byAccessKey = {
  name: 'alias-by-access-key',
  text: `select a.id as "aliasId", w.account_id as "accountId", w.id as "workerId", w.type, a.name as alias,
      key.secret, key.replaced
    from (
      select id as alias_id, secret, null as replaced from worker_aliases where access_key_id = $1
      union all
      select alias_id, secret, id from replaced_access_keys
      where access_key_id = $1 and (expires is null or expires > $2)
    ) as key join worker_aliases a on a.id = key.alias_id join workers w on w.id = a.worker_id
    where w.status <> 'deleted'`,
}

/**
 * The alias with this access key, or one that had it and may still be reached with it; null when there is none, when its
 * worker is deleted, or when its secret cannot be read. `now`: ms since 1970.
 */
export async function findAliasByAccessKey(
  pool: pg.Pool,
  seal: Seal,
  accessKeyId: string,
  now: number,
): Promise<AliasCredentials | null> {
  const { rows } = await pool.query<AliasIdentity & { secret: Buffer; replaced: string | null }>({
    ...byAccessKey,
    values: [accessKeyId, new Date(now)],
  })
  const [row] = rows
  if (!row) return null
  const { secret, replaced, ...alias } = row
  const place = replaced === null ? aliasSecretPlace(alias.aliasId) : replacedSecretPlace(replaced)
  const secretAccessKey = seal.tryOpen(secret, place)
  if (secretAccessKey === null) return null
  const key =
    replaced === null
      ? { table: 'worker_aliases' as const, id: alias.aliasId }
      : { table: 'replaced_access_keys' as const, id: replaced }
  return { ...alias, secretAccessKey, key }
}

/** The key that signs reports under this `kid`; null when it is deleted, expired or of a deleted worker. */
export async function findAliasKey(db: Kysely<Database>, keyId: string, now: Date): Promise<AliasKey | null> {
  const row = await activeAliases(db)
    .innerJoin('alias_keys', 'alias_keys.alias_id', 'worker_aliases.id')
    .select([
      ...identity,
      'alias_keys.id as keyId',
      'alias_keys.public_key as publicKey',
      'alias_keys.expires',
    ])
    .where('alias_keys.id', '=', keyId)
    .where('alias_keys.expires', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** Stores that an alias's queue was polled; written at most once in `LAST_POLL_STEP_MS`. */
export async function touchAlias(db: Kysely<Database>, aliasId: string, at: Date): Promise<void> {
  await db
    .updateTable('worker_aliases')
    .set({ last_poll: at })
    .where('id', '=', aliasId)
    .where(sql<boolean>`(last_poll is null or last_poll <= ${new Date(at.getTime() - LAST_POLL_STEP_MS)})`)
    .execute()
}

/**
 * Names of the aliases that execute a type of tasks in an account, `default` first; only `default` for
 * types that the platform executes; null when no worker has the type.
 */
export async function aliasNamesOfType(
  db: Kysely<Database>,
  accountId: string,
  type: string,
): Promise<string[] | null> {
  if (isPlatformType(type)) return [DEFAULT_ALIAS]
  const rows = await db
    .selectFrom('workers')
    .innerJoin('worker_aliases', 'worker_aliases.worker_id', 'workers.id')
    .select('worker_aliases.name')
    .where('workers.account_id', '=', accountId)
    .where('workers.type', '=', type)
    .where('workers.status', '<>', 'deleted')
    .orderBy(sql`worker_aliases.name <> ${DEFAULT_ALIAS}`)
    .orderBy('worker_aliases.created')
    .orderBy('worker_aliases.id')
    .execute()
  return rows.length > 0 ? rows.map(({ name }) => name) : null
}

/** Throws NOT_FOUND unless tasks of the type can be moved to the alias: the worker has it, an engine type `default`. */
export async function requireAliasOfType(
  db: Kysely<Database>,
  accountId: string,
  type: string,
  alias: string,
): Promise<void> {
  const aliases = await aliasNamesOfType(db, accountId, type)
  if (!aliases?.includes(alias)) throw new AppError('NOT_FOUND', 'Alias not found')
}

/** Throws BAD_REQUEST naming the field unless all these tasks can be moved to the alias. */
export async function requireAliasOfTasks(
  db: Kysely<Database>,
  accountId: string,
  taskIds: readonly string[],
  alias: string,
): Promise<void> {
  const { rows } = await sql<{ type: string }>`
    select distinct type from tasks where account_id = ${accountId} and id = any(${taskIds}::text[])`.execute(
    db,
  )
  for (const { type } of rows) {
    const aliases = await aliasNamesOfType(db, accountId, type)
    if (!aliases?.includes(alias)) throw faultOf('alias', `is not one of ${type}`)
  }
}
