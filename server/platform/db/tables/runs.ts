import type { Generated } from 'kysely'
import type { BulkAction, BulkSelection } from '#shared/bulk/contract.ts'
import type { LogRow } from '#server/platform/engine/rows.ts'
import type { JsonColumn, Made } from './columns.ts'

/** Columns of `task_logs`, with those that only queries need. */
export interface LogTable extends LogRow {
  account_id: string
  workqueue_id: string
  ordinal: Generated<string>
}

export interface OutboxTable {
  id: Generated<string>
  messages: string
  created: Generated<Date>
  published: Date | null
}

export interface ReceiptTable extends Made {
  action: BulkAction
  request_id: string | null
  selection: JsonColumn<BulkSelection>
  total: number
  done: Generated<number>
  failed: Generated<number>
  source: string | null
  ended: Date | null
  worker: string | null
  worked: Generated<Date>
}

export interface ReceiptRowTable {
  receipt_id: string
  position: number
  entity_id: string
  name: string | null
  ok: boolean | null
  status_code: number | null
  error: string | null
}
