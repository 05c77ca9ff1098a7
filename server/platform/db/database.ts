import { Kysely, PostgresDialect, type ColumnType, type Generated } from 'kysely'
import type pg from 'pg'
import type { AccountRole } from '../../../shared/domains/account/contract.ts'
import type { JsonObject } from '../../../shared/lib/json.ts'
import type { LogRow, TaskRow, WorkqueueRow } from '../engine/rows.ts'

/** A json column: read as a value, written as text (the driver would make a PostgreSQL array of an array). */
type JsonColumn<Value> = ColumnType<Value, string, string>

/** A moment that is never changed after the row was made. */
type CreatedColumn = ColumnType<Date, Date, never>

export interface UserTable {
  id: string
  email: string
  password_hash: string
  created: CreatedColumn
}

export interface AccountTable {
  id: string
  name: string
  created: CreatedColumn
}

export interface MembershipTable {
  account_id: string
  user_id: string
  role: AccountRole
  created: CreatedColumn
}

export interface TokenTable {
  hash: Buffer
  user_id: string
  kind: 'bearer' | 'temporary'
  /** Tokens that came from one sign-in; signing out ends them together. */
  family: string
  created: CreatedColumn
  expires: Date
}

interface Authored {
  created: CreatedColumn
  created_by: string | null
  updated: Date
  updated_by: string | null
}

export interface AppTable extends Authored {
  id: string
  account_id: string
  name: string
  description: string
}

export interface PlanTable extends Authored {
  id: string
  account_id: string
  name: string
  description: string
  definition: JsonColumn<JsonObject>
  sample: Generated<boolean>
  version: Generated<number>
}

export interface AuditTable {
  id: string
  account_id: string | null
  actor: string
  action: string
  entity: string
  entity_id: string | null
  at: CreatedColumn
  source: string | null
  result: string
}

export interface OutboxTable {
  id: Generated<string>
  messages: JsonColumn<unknown>
  created: Generated<Date>
  published: Date | null
}

/** Columns of `task_logs`, with those that only queries need. */
export interface LogTable extends LogRow {
  account_id: string
  workqueue_id: string
  ordinal: Generated<string>
}

/** Every table that is read or written through the query builder; the engine has its own statements. */
export interface Database {
  users: UserTable
  accounts: AccountTable
  memberships: MembershipTable
  tokens: TokenTable
  apps: AppTable
  plans: PlanTable
  workqueues: WorkqueueRow
  tasks: TaskRow
  task_logs: LogTable
  audit: AuditTable
  outbox: OutboxTable
}

/** The query builder over a pool that the caller owns: never call its `destroy`, which would end the pool. */
export function createDatabase(pool: pg.Pool): Kysely<Database> {
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
