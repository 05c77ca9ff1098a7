import type { Kysely } from 'kysely'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
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
  failure_groups: 'Failure',
  attention_items: 'Item',
  views: 'View',
  alert_rules: 'Alert',
  schedules: 'Schedule',
  hooks: 'Hook',
} as const
/** Tables whose rows are entities of an account: they have `id` and `account_id`. */
export type OwnedTable = keyof typeof nouns

/** For the type checks of the query builder, which need one table: `workers` has the columns that the others have. */
export const asOwned = (table: OwnedTable) => table as 'workers'

/** `Script`: the name of the entity in a sentence. */
export const nounOf = (table: OwnedTable) => nouns[table]

/** `script`: the name of the entity in an audit record. */
export const entityNameOf = (table: OwnedTable) => nouns[table].toLowerCase()

/** The error for an entity that does not exist, and for one of another account. */
export function notFound(table: OwnedTable): AppError {
  return new AppError('NOT_FOUND', `${nouns[table]} not found`)
}

/** Throws NOT_FOUND unless the account has this entity. An undefined id passes. */
export async function requireOwn(
  db: Kysely<Database>,
  accountId: string,
  table: OwnedTable,
  id: string | undefined,
): Promise<void> {
  if (id === undefined) return
  const found = await db
    .selectFrom(asOwned(table))
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) throw notFound(table)
}

/**
 * Checks that a reference is not changed: a body may contain it only with its stored value. Throws NOT_FOUND
 * when the account does not have the given entity, else BAD_REQUEST naming the field.
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
  if (given !== undefined) throw faultOf(field, 'cannot be changed')
}

/** Throws BAD_REQUEST naming `userId` unless the user is a member of the account. */
export async function requireMember(db: Kysely<Database>, accountId: string, userId: string): Promise<void> {
  const member = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!member) throw faultOf('userId', 'is no member of the account')
}
