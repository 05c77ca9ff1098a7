import type { Authored } from './tables/columns.ts'

/** The wire form of the author and time of creation and of the last change, which every entity has. */
export const wireAuthored = (
  row: { created: Date } & Pick<Authored, 'created_by' | 'updated' | 'updated_by'>,
) => ({
  created: row.created.toISOString(),
  createdBy: row.created_by,
  updated: row.updated.toISOString(),
  updatedBy: row.updated_by,
})
