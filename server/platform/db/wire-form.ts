import type { Authored } from './tables/columns.ts'

/** Author and time of the creation and of the last change, in the wire form of every entity. */
export const wireAuthored = (
  row: { created: Date } & Pick<Authored, 'created_by' | 'updated' | 'updated_by'>,
) => ({
  created: row.created.toISOString(),
  createdBy: row.created_by,
  updated: row.updated.toISOString(),
  updatedBy: row.updated_by,
})

/**
 * Types the mapping of a row to its wire form: `wireForm<App>()((row: AppRow) => ({ _id: row.id, ... }))` compiles only when
 * the result has every key of the contract and no other, also where keys come from a spread.
 */
export const wireForm =
  <Contract extends object>() =>
  <From extends unknown[], Made extends Contract>(
    map: (...from: From) => Made & Record<Exclude<keyof Made, keyof Contract>, never>,
  ): ((...from: From) => Contract) =>
    map
