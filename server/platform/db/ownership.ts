import { sql, type Kysely } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from './database.ts'

const nouns = {
  apps: 'App',
  plans: 'Plan',
  workqueues: 'Workqueue',
  tasks: 'Task',
  teams: 'Team',
  workers: 'Worker',
  scripts: 'Script',
  clusters: 'Cluster',
  deployments: 'Deployment',
  receipts: 'Receipt',
} as const
/** Tables whose rows are entities of an account: `id` and `account_id`. */
export type OwnedTable = keyof typeof nouns

/** `Script`: the entity in a sentence. */
export const nounOf = (table: OwnedTable) => nouns[table]

/** `script`: the entity in an audit row. */
export const entityNameOf = (table: OwnedTable) => nouns[table].toLowerCase()

/** The one answer for an entity that is not there and for one that is another account's. */
export function notFound(table: OwnedTable): AppError {
  return new AppError('NOT_FOUND', `${nouns[table]} not found`)
}

/** Throws NOT_FOUND unless the account has this entity; an absent id is no question. */
export async function requireOwn(
  db: Kysely<Database>,
  accountId: string,
  table: OwnedTable,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where id = ${id} and account_id = ${accountId}`.execute(db)
  if (rows.length === 0) throw notFound(table)
}

/**
 * An entity stays with what it belongs to: a body may name it only as it is stored. NOT_FOUND when the account does
 * not have what is named, BAD_REQUEST naming the field when it is another one.
 */
export async function requireUnmoved(
  db: Kysely<Database>,
  accountId: string,
  {
    field,
    table,
    stored,
    given,
  }: { field: string; table: OwnedTable; stored: string; given: string | undefined },
): Promise<void> {
  if (given === stored) return
  await requireOwn(db, accountId, table, given)
  if (given !== undefined) throw new AppError('BAD_REQUEST', `body/${field}: cannot be changed`)
}
