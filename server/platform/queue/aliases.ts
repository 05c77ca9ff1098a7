import { sql, type Kysely } from 'kysely'
import { builtinTypes, DEFAULT_ALIAS } from '#shared/domains/tasks/constants.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '../db/database.ts'

/**
 * Names of the aliases that run a type of tasks in an account, `default` first; `default` alone for what the engine
 * runs itself; null when no worker has the type.
 */
export async function aliasesOfType(
  db: Kysely<Database>,
  accountId: string,
  type: string,
): Promise<string[] | null> {
  if ((builtinTypes as readonly string[]).includes(type)) return [DEFAULT_ALIAS]
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
  const aliases = await aliasesOfType(db, accountId, type)
  if (!aliases?.includes(alias)) throw new AppError('NOT_FOUND', 'Alias not found')
}
