import type { ColumnType } from 'kysely'

/** A json column: read as a value, written as text (the driver would make a PostgreSQL array of an array). */
export type JsonColumn<Value> = ColumnType<Value, string, string>

/** A moment that is never changed after the row was made. */
export type CreatedColumn = ColumnType<Date, Date, never>

/** A row of an account that says who made it. */
export interface Made {
  id: string
  account_id: string
  created: CreatedColumn
  created_by: string | null
}

/** A row of an account that says who made and who changed it. */
export interface Authored extends Made {
  updated: Date
  updated_by: string | null
}
