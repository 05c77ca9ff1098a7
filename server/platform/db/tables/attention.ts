import type { Generated } from 'kysely'
import type { AttentionItem } from '#shared/domains/attention/contract.ts'
import type { AttentionFacts } from '#shared/domains/attention/facts.ts'
import type { JsonColumn } from './columns.ts'

/** Columns of `attention_items`. */
export interface AttentionItemTable {
  id: string
  account_id: string
  kind: AttentionItem['kind']
  key: string
  facts: JsonColumn<AttentionFacts>
  app_ids: string[]
  since: Date
  hurt_runs: number
  hurt_tasks: number
  hurt_since: Date | null
  opened: Date
  closed: Date | null
  closed_text: string | null
  closed_before: Date | null
  owner: string | null
  muted_until: Date | null
  muted_to_change: Generated<boolean>
}

/** Columns of `attention_changes`. */
export interface AttentionChangeTable {
  id: Generated<string>
  account_id: string
  kind: AttentionItem['kind']
  key: string
}

/** Columns of `attention_hours`. */
export interface AttentionHourTable {
  account_id: string
  hour: Date
  running: number
  failed: number
  oldest_queued_ms: number | null
  wait_p95_ms: number | null
}
