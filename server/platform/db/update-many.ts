import { sql, type Expression, type SqlBool, type Transaction } from 'kysely'
import type { Database } from './database.ts'
import { oneOf } from './listing.ts'
import { asOwned, type OwnedTable } from './ownership.ts'

/** Rows that match the filters, and how many of them had another value. */
export interface Modified {
  matched: number
  modified: number
}

/**
 * Sets the columns of `patch` in every row that matches, and those of `stamp` (who and when) where that changes a value.
 * Returns the ids of the changed rows too. `before` gets them while they are locked and unchanged.
 */
export async function updateMany(
  trx: Transaction<Database>,
  {
    table,
    where,
    patch,
    stamp,
    before,
  }: {
    table: OwnedTable
    where: Expression<SqlBool>
    patch: Record<string, unknown>
    stamp: Record<string, unknown>
    before?: (ids: string[]) => Promise<void> | undefined
  },
): Promise<Modified & { ids: string[] }> {
  const differences = Object.entries(patch).map(
    ([column, value]) => sql`${sql.ref(column)} is distinct from ${value}`,
  )
  const rows = await trx
    .selectFrom(asOwned(table))
    .select(['id', sql<boolean>`${sql.join(differences, sql` or `)}`.as('differs')])
    .where(where)
    .forUpdate()
    .execute()
  const ids = rows.filter(({ differs }) => differs).map(({ id }) => id)
  if (ids.length > 0) {
    await before?.(ids)
    await trx
      .updateTable(asOwned(table))
      .set({ ...patch, ...stamp })
      .where(oneOf('id', ids))
      .execute()
  }
  return { matched: rows.length, modified: ids.length, ids }
}
