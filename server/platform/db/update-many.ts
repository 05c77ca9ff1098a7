import { sql, type SqlBool, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import type { Condition } from './listing.ts'
import type { OwnedTable } from './ownership.ts'

/** Answer of `PUT {plural}?where=`: rows that pass the filters, and those of them that had another value. */
export interface Modified {
  matched: number
  modified: number
}

/**
 * Sets the columns of `patch` in every row that matches, and those of `stamp` (who and when) where that changes
 * something. The ids of the changed rows come too, for whoever has to tell of them. `before` gets the condition of the
 * rows that are about to change, locked and still as they were.
 */
export async function updateMany(
  trx: Transaction<Database>,
  table: OwnedTable,
  condition: Condition,
  patch: Record<string, unknown>,
  stamp: Record<string, unknown>,
  before?: (changing: Condition) => Promise<void>,
): Promise<Modified & { ids: string[] }> {
  const target = sql.table(table)
  const found = await sql<{ id: string }>`select id from ${target} where ${condition} for update`.execute(trx)
  const ids = found.rows.map(({ id }) => id)
  const differs = Object.entries(patch).map(
    ([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`,
  )
  const changing = sql<SqlBool>`id = any(${ids}) and (${sql.join(differs, sql` or `)})`
  await before?.(changing)
  const values = Object.entries({ ...patch, ...stamp }).map(
    ([column, value]) => sql`${sql.ref(column)} = ${value}`,
  )
  const changed = await sql<{ id: string }>`
    update ${target} set ${sql.join(values)} where ${changing} returning id`.execute(trx)
  return { matched: ids.length, modified: changed.rows.length, ids: changed.rows.map(({ id }) => id) }
}
