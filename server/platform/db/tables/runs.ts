import type { ColumnType, Generated } from 'kysely'
import type { BulkAction, BulkSelection, ReceiptAbout } from '#shared/bulk/contract.ts'
import type { FieldsOf } from '#server/platform/engine/fields.ts'
import type { logFields, RunLog } from '#server/platform/engine/log.ts'
import type { attemptFields, PastAttempt } from '#server/platform/engine/history/past-attempt.ts'
import type { Run, runFields } from '#server/platform/engine/run.ts'
import type { RunTask, taskFields } from '#server/platform/engine/task.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { JsonColumn, CreatedRow } from './columns.ts'

/** `aliasType` -> `alias_type`. */
export type SnakeCase<Name extends string> = Name extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : ''

/** The columns of an engine model, as the driver answers them. */
type RowOf<Model, Fields extends FieldsOf<Model>> = {
  -readonly [Name in keyof Model & string as SnakeCase<Name>]: Fields[Name]['kind'] extends 'moment'
    ? Date | Extract<Model[Name], null>
    : Model[Name]
}

/** The engine's columns of `workqueues`. */
export type WorkqueueRow = RowOf<Omit<Run, 'tasks'>, typeof runFields>

/** The engine's columns of `tasks`, and where the task belongs. */
export interface TaskRow extends RowOf<RunTask, typeof taskFields> {
  account_id: string
  app_id: string
  workqueue_id: string
  result: JsonObject | null
}

/** Columns of `task_attempts`. */
export interface TaskAttemptRow extends RowOf<PastAttempt, typeof attemptFields> {
  account_id: string
  workqueue_id: string
  result: JsonObject | null
}

/** Columns of `task_logs`. */
export interface TaskLogRow extends RowOf<RunLog, typeof logFields> {
  account_id: string
  workqueue_id: string
  /** Orders the entries of one moment. */
  ordinal: Generated<string>
}

/** A request to start a run, by the name that its caller gave it. */
export interface StartRequestTable {
  account_id: string
  request_id: string
  body_hash: Buffer
  workqueue_id: string
  created: Generated<Date>
}

/** What people note on a run. */
export interface WorkqueueNoteTable {
  workqueue_id: string
  account_id: string
  text: string
  /** E-mail of the user. */
  noted_by: string
  noted: Date
}

export interface OutboxTable {
  id: Generated<string>
  messages: string
  created: Generated<Date>
  published: Date | null
}

export interface ReceiptTable extends CreatedRow {
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
  /** Where its tasks move to. */
  alias: string | null
  /** It begins then, and can be cancelled before. */
  held_until: Date | null
  cancelled_by: string | null
  about: ColumnType<ReceiptAbout | null, string | null, string | null>
}

export interface ReceiptRowTable {
  receipt_id: string
  position: number
  entity_id: string
  name: string | null
  /** What the action needs of a row that waits. */
  input: JsonColumn<JsonObject> | null
  ok: boolean | null
  status_code: number | null
  error: string | null
}
