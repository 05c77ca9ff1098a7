import type { ColumnType, Generated } from 'kysely'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Authored } from './columns.ts'

/** Columns of `hooks`. */
export interface HookTable extends Authored {
  app_id: string
  plan_id: string
  name: string
  enabled: boolean
  mapping: ColumnType<JsonObject | null, string | null, string | null>
  call_limit: number
  minute_ends: Generated<Date | null>
  minute_starts: Generated<number>
  secret: Buffer
  secret_created: Date
  old_secret: Generated<Buffer | null>
  old_until: Generated<Date | null>
  version: Generated<number>
}

/** Columns of `hook_calls`. */
export interface HookCallTable {
  id: Generated<string>
  account_id: string
  app_id: string
  hook_id: string
  had_secret: boolean
  at: Date
  status: number
  reason: string | null
  key: string | null
  workqueue_id: string | null
  repeated: boolean
  count: Generated<number>
  ms: number
  source: string
}
