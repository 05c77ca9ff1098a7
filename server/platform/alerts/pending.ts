import { sql, type Selectable } from 'kysely'
import type { AlertKind } from '#shared/domains/alerts/kinds.ts'
import type { AlertNotice } from '#shared/domains/alerts/message.ts'
import type { AttentionTrx } from '../attention/items.ts'
import type { AlertRuleTable } from '../db/tables/alerts.ts'
import { isInScope, type AlertContext } from './match.ts'

/** Something that rules may send a message about. */
export interface AlertEvent {
  accountId: string
  /** An item of Attention, or of runs their plan. */
  subject: string
  /** At most one message an hour is sent about it. */
  groupKey: string
  context: AlertContext
  notice: AlertNotice
  /** How long it is waited for what belongs to it, in milliseconds. */
  delayMs: number
  /** Only rules that name its plan: a run that another one has started. */
  isChild: boolean
}

type RuleOfKind = Pick<Selectable<AlertRuleTable>, 'id' | 'account_id' | 'kind' | 'minutes' | 'scope'>

const MINUTE_MS = 60_000
/** Runs that a message remembers, to see which of them are still failed. */
const MOST_RUNS = 20

/** Notes for each rule that an event concerns that a message is due: now, or once it has lasted. */
export async function addPending(
  trx: AttentionTrx,
  events: readonly AlertEvent[],
  now: number,
): Promise<void> {
  if (events.length === 0) return
  const rules = await rulesFor(trx, events)
  for (const event of events)
    for (const rule of rules) if (concerns(rule, event)) await addOne(trx, rule, event, now)
}

function concerns(rule: RuleOfKind, { accountId, notice, context, isChild }: AlertEvent): boolean {
  if (rule.account_id !== accountId || rule.kind !== notice.kind) return false
  return isInScope(rule.scope, context) && (!isChild || rule.scope.planId !== undefined)
}

function rulesFor(trx: AttentionTrx, events: readonly AlertEvent[]): Promise<RuleOfKind[]> {
  const kinds = [...new Set(events.map(({ notice }) => notice.kind))] satisfies AlertKind[]
  return trx
    .selectFrom('alert_rules')
    .select(['id', 'account_id', 'kind', 'minutes', 'scope'])
    .where('account_id', 'in', [...new Set(events.map(({ accountId }) => accountId))])
    .where('kind', 'in', kinds)
    .where('enabled', '=', true)
    .execute()
}

async function addOne(trx: AttentionTrx, rule: RuleOfKind, event: AlertEvent, now: number): Promise<void> {
  const waits = (rule.minutes ?? 0) * MINUTE_MS
  const row = { rule_id: rule.id, subject: event.subject }
  const before = await trx
    .selectFrom('alert_pending')
    .select('notice')
    .where('rule_id', '=', row.rule_id)
    .where('subject', '=', row.subject)
    .executeTakeFirst()
  const runIds = [...new Set([...event.notice.runIds, ...(before?.notice.runIds ?? [])])].slice(0, MOST_RUNS)
  const notice = JSON.stringify({ ...event.notice, runIds } satisfies AlertNotice)
  await trx
    .insertInto('alert_pending')
    .values({
      ...row,
      account_id: event.accountId,
      group_key: event.groupKey,
      due: new Date(now + Math.max(waits, event.delayMs)),
      held: waits > 0,
      count: 1,
      notice,
    })
    .onConflict((conflict) =>
      conflict.columns(['rule_id', 'subject']).doUpdateSet({ notice, count: sql`alert_pending.count + 1` }),
    )
    .execute()
}

/** What is over is not sent any more where it had to last; the next message about the same counts it. */
export async function endPending(
  trx: AttentionTrx,
  accountId: string,
  subject: string,
  now: number,
): Promise<void> {
  await sql`
    with over as (
      delete from alert_pending
      where account_id = ${accountId} and subject = ${subject} and (held or due > ${new Date(now)})
      returning rule_id, group_key, count)
    update alert_groups g set more = g.more + over.count from over
    where g.rule_id = over.rule_id and g.group_key = over.group_key`.execute(trx)
}
