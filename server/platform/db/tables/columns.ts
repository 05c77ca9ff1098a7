import type { ColumnType } from 'kysely'

/** A JSON column: read as a value, written as text (the driver would make a PostgreSQL array of an array). */
export type JsonColumn<Value> = ColumnType<Value, string, string>

/** A time that is never changed. */
export type CreatedColumn = ColumnType<Date, Date, never>

/** A row of an account with its author. */
export interface CreatedRow {
  id: string
  account_id: string
  created: CreatedColumn
  created_by: string | null
}

/** A row of an account with its author and that of the last change. */
export interface Authored extends CreatedRow {
  updated: Date
  updated_by: string | null
}

/** When a credential was used last, to about a minute, and from which host or address. */
export interface UsedColumns {
  last_used: Date | null
  last_used_by: string | null
}
