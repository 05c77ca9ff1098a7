import { sql } from 'kysely'
import { kindOfItem } from '#shared/domains/alerts/kinds.ts'
import { alertMessages } from '#shared/domains/alerts/messages.ts'
import type { AlertNotice } from '#shared/domains/alerts/message.ts'
import { describeItem } from '#shared/domains/attention/describe.ts'
import type { AttentionFacts } from '#shared/domains/attention/facts.ts'
import { offersOf } from '#shared/domains/attention/offers.ts'
import type { AttentionTrx, ItemTurn, Subject } from '../attention/items.ts'
import { contextsOf } from './contexts.ts'
import { addPending, endPending, type AlertEvent } from './pending.ts'

/** How a subject of Attention is called here. */
export const itemSubject = ({ kind, key }: Pick<Subject, 'kind' | 'key'>): string => `${kind} ${key}`

/** What a message about an item says now. */
export function itemNotice(
  kind: AlertNotice['kind'],
  facts: AttentionFacts,
  key: string,
  now: number,
): AlertNotice {
  const { sentence } = describeItem(facts, now)
  return {
    kind,
    sentence: kind === 'failureRegressed' ? alertMessages.regressed(sentence) : sentence,
    at: new Date(now).toISOString(),
    links: offersOf(facts, key).links,
    runIds: [],
  }
}

/**
 * Notes items that have opened for the rules that wait for them, and those that are over, in the transaction that opens
 * and closes them. What has opened is also kept for previews.
 */
export async function followItems(trx: AttentionTrx, turns: readonly ItemTurn[], now: number): Promise<void> {
  for (const turn of turns.filter(({ isOpen }) => !isOpen)) await endItem(trx, turn, now)
  const opened = turns.flatMap((turn) => {
    const kind = turn.isOpen ? kindOfItem(turn.kind, turn.isBack) : null
    return kind === null ? [] : [{ turn, kind }]
  })
  const contexts = await contextsOf(
    trx,
    opened.map(({ turn }) => turn),
  )
  const events = opened.map(({ turn, kind }, index): AlertEvent => {
    const context = contexts[index]!
    return {
      accountId: turn.accountId,
      subject: itemSubject(turn),
      groupKey:
        turn.kind === 'runLate' ? `late ${context.planIds[0] ?? turn.appIds[0] ?? ''}` : itemSubject(turn),
      context,
      notice: itemNotice(kind, turn.facts, turn.key, now),
      delayMs: 0,
      isChild: false,
    }
  })
  await noteOpenings(trx, events, now)
  await addPending(trx, events, now)
}

async function endItem(trx: AttentionTrx, turn: ItemTurn, now: number): Promise<void> {
  const subject = itemSubject(turn)
  await endPending(trx, turn.accountId, subject, now)
  await sql`
    update alert_openings set closed = ${new Date(now)}
    where account_id = ${turn.accountId} and subject = ${subject} and closed is null`.execute(trx)
}

async function noteOpenings(trx: AttentionTrx, events: readonly AlertEvent[], now: number): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ accountId, subject, groupKey, context, notice }) => ({
    account_id: accountId,
    kind: notice.kind,
    subject,
    group_key: groupKey,
    at: new Date(now),
    sentence: notice.sentence,
    app_ids: context.appIds,
    plan_ids: context.planIds,
    tags: context.tags,
    types: context.types,
  }))
  await sql`
    insert into alert_openings (account_id, kind, subject, group_key, at, sentence, app_ids, plan_ids, tags, types)
    select * from json_to_recordset(${JSON.stringify(rows)}::json) as c(account_id text, kind text, subject text,
      group_key text, at timestamptz, sentence text, app_ids text[], plan_ids text[], tags text[], types text[])
    -- An account may be deleted meanwhile.
    where exists (select from accounts where accounts.id = c.account_id)
    on conflict do nothing`.execute(trx)
}
