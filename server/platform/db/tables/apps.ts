import type { Generated } from 'kysely'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Authored, JsonColumn, CreatedRow, UsedColumns } from './columns.ts'

export interface AppTable extends Authored {
  name: string
  description: string
  version: Generated<number>
}

export interface AppTokenTable extends CreatedRow, UsedColumns {
  app_id: string
  key: string
  /** Sealed. */
  secret: Buffer
  replaces: string | null
  expires: Date | null
}

export interface AppVariableTable extends CreatedRow {
  app_id: string
  name: string
  /** Sealed. */
  value: Buffer
}

/** A removed variable whose value tasks under way may have received. */
export interface RemovedVariableTable {
  /** The id that the variable had: its value stays sealed for it. */
  id: string
  account_id: string
  app_id: string
  name: string
  /** Sealed. */
  value: Buffer
  removed: Date
}

export interface CollaboratorTable extends CreatedRow {
  app_id: string
  user_id: string
  role: string
}

export interface PlanTable extends Authored {
  name: string
  description: string
  definition: JsonColumn<JsonObject>
  sample: Generated<boolean>
  version: Generated<number>
}

export interface PlanRevisionTable {
  plan_id: string
  account_id: string
  version: number
  name: string
  description: string
  definition: JsonColumn<JsonObject>
  updated: Date
  updated_by: string | null
}
