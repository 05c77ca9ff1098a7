import type { Kysely } from 'kysely'
import { AppError } from '../../lib/errors.ts'
import type { Database } from './database.ts'

const nouns = { apps: 'App', plans: 'Plan', workqueues: 'Workqueue', tasks: 'Task' } as const
export type OwnedTable = keyof typeof nouns

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
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound(table)
}
