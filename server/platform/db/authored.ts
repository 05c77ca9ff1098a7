import type { Authored } from './tables/columns.ts'

/** Who made and who last changed a row, as every entity answers it. */
export const wireAuthored = (
  row: { created: Date } & Pick<Authored, 'created_by' | 'updated' | 'updated_by'>,
) => ({
  created: row.created.toISOString(),
  createdBy: row.created_by,
  updated: row.updated.toISOString(),
  updatedBy: row.updated_by,
})
