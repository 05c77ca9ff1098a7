import type { Generated } from 'kysely'
import type { Json, JsonObject } from '../../../../shared/lib/json.ts'
import type { LogRow } from '../../engine/rows.ts'
import type { JsonColumn, Made } from './columns.ts'

/** Columns of `task_logs`, with those that only queries need. */
export interface LogTable extends LogRow {
  account_id: string
  workqueue_id: string
  ordinal: Generated<string>
}

export interface OutboxTable {
  id: Generated<string>
  messages: JsonColumn<unknown>
  created: Generated<Date>
  published: Date | null
}

export interface ReceiptTable extends Made {
  action: string
  selection: JsonColumn<JsonObject>
  results: JsonColumn<Json>
  ended: Date | null
}
