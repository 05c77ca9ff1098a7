import type { ColumnType, Generated } from 'kysely'
import type { AlertQuiet, AlertScope } from '#shared/domains/alerts/contract.ts'
import type { AlertKind, AlertTargetKind, DeliveryState } from '#shared/domains/alerts/kinds.ts'
import type { AlertMessage, AlertNotice } from '#shared/domains/alerts/message.ts'
import type { Authored, JsonColumn } from './columns.ts'

/** Columns of `alert_rules`. */
export interface AlertRuleTable extends Authored {
  name: string
  enabled: boolean
  kind: AlertKind
  minutes: number | null
  scope: JsonColumn<AlertScope>
  quiet: ColumnType<AlertQuiet | null, string | null, string | null>
  sent: Generated<number>
  last_at: Date | null
  last_sentence: string | null
}

/** Columns of `alert_targets`. */
export interface AlertTargetTable {
  id: string
  account_id: string
  rule_id: string
  position: number
  kind: AlertTargetKind
  address: string
  secret: Buffer | null
  old_secret: Buffer | null
  old_until: Date | null
}

/** Columns of `alert_pending`. */
export interface AlertPendingTable {
  rule_id: string
  account_id: string
  subject: string
  group_key: string
  due: Date
  held: boolean
  count: number
  notice: JsonColumn<AlertNotice>
}

/** Columns of `alert_deliveries`. */
export interface AlertDeliveryTable {
  id: string
  account_id: string
  rule_id: string
  target_id: string | null
  kind: AlertTargetKind
  address: string
  message: JsonColumn<AlertMessage>
  sentence: string
  state: DeliveryState
  tries: Generated<number>
  next_try: Date | null
  lease_until: Date | null
  status: number | null
  ms: number | null
  error: string | null
  created: Date
  ended: Date | null
}
