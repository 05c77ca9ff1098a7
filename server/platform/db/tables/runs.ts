import type { Generated } from 'kysely'
import type { BulkAction, BulkSelection } from '#shared/bulk/contract.ts'
import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { RetryRule } from '#server/platform/engine/model.ts'
import type { JsonColumn, Made } from './columns.ts'

/** Columns of `workqueues` as the driver answers `select *`. */
export interface WorkqueueRow {
  id: string
  account_id: string
  app_id: string
  name: string
  description: string
  tags: string[]
  plan_id: string | null
  rerun_of: string | null
  parent_task_id: string | null
  parent_item: number | null
  depth: number
  status: WorkqueueStatus
  seq: number
  created: Date
  created_by: string | null
  started: Date | null
  ended: Date | null
  updated_by: string | null
  initial_state: JsonObject
  state: JsonObject
  outputs_def: Json
  first_tasks: string[]
  error_tasks: string[]
}

/** The columns of `workqueues` that a list needs. */
export type WorkqueueSummaryRow = Omit<
  WorkqueueRow,
  'initial_state' | 'state' | 'outputs_def' | 'first_tasks' | 'error_tasks'
>

/** Columns of `tasks` as the driver answers `select *`. */
export interface TaskRow {
  id: string
  account_id: string
  app_id: string
  workqueue_id: string
  position: number
  name: string
  type: string
  alias: string
  alias_type: string | null
  version: string | null
  host_name: string | null
  depends: string[]
  condition: Json
  continue_on_error: boolean
  inputs: JsonObject
  outputs: Record<string, string>
  retry: RetryRule
  timeout_ms: number | null
  status: TaskStatus
  attempt: number
  tries: number
  created: Date
  queued: Date | null
  started: Date | null
  ended: Date | null
  retry_time: Date | null
  deadline: Date | null
  progress: number
  reason: string | null
  updated_by: string | null
  resolved_inputs: JsonObject | null
  holder: number | null
}

/** Columns of `task_logs`. */
export interface LogRow {
  id: string
  task_id: string
  attempt: number
  timestamp: Date
  level: string
  message: string
  stacktrace: string | null
}

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
