import type { Generated } from 'kysely'
import type { FailureGroup } from '#shared/domains/failures/contract.ts'
import type { JsonColumn } from './columns.ts'

/** Columns of `failure_events`: what writes of runs hand on. */
export interface FailureEventTable {
  id: Generated<string>
  kind: 'failed' | 'passed'
  account_id: string
  app_id: string
  plan_id: string | null
  workqueue_id: string
  run_created: Date
  rerun_of: string | null
  parent_task_id: string | null
  parent_item: number | null
  task_id: string
  task_name: string
  type: string
  alias: string
  version: string | null
  host_name: string | null
  attempt: number
  at: Date
  reason: string | null
  named: string | null
}

/** Columns of `failure_groups`. */
export interface FailureGroupTable {
  id: string
  account_id: string
  fingerprint: string
  title: string
  type: string
  state: 'open' | 'regressed' | 'closed'
  muted_until: Date | null
  muted_to_change: Generated<boolean>
  first: Date
  last: Date
  runs: Generated<number>
  tasks: Generated<number>
  apps: Generated<number>
  open_tasks: Generated<number>
  generation: Generated<number>
  versions: Generated<string[]>
  hosts: Generated<string[]>
  aliases: Generated<string[]>
  sample: JsonColumn<NonNullable<FailureGroup['sample']>>
  owner: string | null
  note: string | null
  closed: Date | null
  dismissed: Date | null
}

/** Columns of `failure_hours`. */
export interface FailureHourTable {
  group_id: string
  app_id: string
  hour: Date
  attempts: number
}

/** Columns of `failure_tasks`. */
export interface FailureTaskTable {
  group_id: string
  app_id: string
  workqueue_id: string
  task_id: string
  account_id: string
  plan_id: string
  run_created: Date
  parent_task_id: string | null
  parent_item: number | null
  task_name: string
  alias: string
  version: string | null
  host_name: string | null
  attempt: number
  at: Date
  reason: string | null
  generation: number
  repaired: Date | null
  repaired_in: string | null
}

/** Columns of `failure_keys`. */
export interface FailureKeyTable {
  account_id: string
  app_id: string
  plan_id: string
  task_name: string
  version: Generated<string>
  opened: Generated<Date>
  checked: Generated<boolean>
}
