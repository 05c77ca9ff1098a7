import type { ColumnType, Generated } from 'kysely'
import type {
  CatchUp,
  OccurrenceSource,
  OccurrenceState,
  OverlapPolicy,
  SkipReason,
} from '#shared/domains/schedules/constants.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Authored, JsonColumn } from './columns.ts'

/** Columns of `schedules`. */
export interface ScheduleTable extends Authored {
  app_id: string
  plan_id: string
  name: string
  cron: string
  time_zone: string
  initial_state: ColumnType<JsonObject | null, string | null, string | null>
  inputs: JsonColumn<JsonObject>
  overlap: OverlapPolicy
  catch_up: CatchUp
  catch_up_window: number
  jitter_ms: number
  start_at: Date | null
  end_at: Date | null
  pause_after_failures: number | null
  priority: number
  paused_by: string | null
  paused_at: Date | null
  pause_reason: string | null
  next_at: Date | null
  turn: Generated<number>
  failures: Generated<number>
  missed_count: Generated<number>
  missed_from: Date | null
  missed_to: Date | null
  missed_instead: Date | null
  version: Generated<number>
}

/** Columns of `schedule_occurrences`. */
export interface ScheduleOccurrenceTable {
  id: string
  account_id: string
  app_id: string
  schedule_id: string
  at: Date
  source: OccurrenceSource
  state: OccurrenceState
  reason: SkipReason | null
  detail: string | null
  instead: Date | null
  requested_by: string | null
  due: Date
  blocked: Generated<boolean>
  receipt_id: string | null
  concurrency: number | null
  decided: Date | null
}
