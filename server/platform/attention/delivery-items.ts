import { sql } from 'kysely'
import type { DeliveryFacts } from '#shared/domains/attention/facts.ts'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { AttentionTrx, EndedItem, OpenedItem, Subject } from './items.ts'

interface LastDelivery extends Omit<DeliveryFacts, 'kind' | 'at'> {
  key: string
  accountId: string
  state: string
  status: number | null
  ended: Date
}

/** Addresses of alerts whose item is open: their rule may have been changed or deleted since. */
export async function failingDeliveries(trx: AttentionTrx): Promise<Subject[]> {
  const { rows } = await sql<Subject>`
    select account_id as "accountId", kind, key from attention_items
    where kind = 'deliveryFails' and closed is null limit 1000`.execute(trx)
  return rows
}

/** Addresses of alerts to which the last message did not arrive, and those to which one has arrived since. */
export async function deliveryItems(
  trx: AttentionTrx,
  subjects: readonly Subject[],
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  if (subjects.length === 0) return { opened: [], closed: [] }
  const { rows } = await sql<LastDelivery>`
    select t.id as key, t.account_id as "accountId", t.rule_id as "ruleId", r.name as rule, t.kind as target,
      d.state, d.status, d.error, d.tries, d.ended
    from alert_targets t join alert_rules r on r.id = t.rule_id,
      lateral (
        select state, status, coalesce(error, '') as error, tries, ended from alert_deliveries d
        where d.target_id = t.id and d.ended is not null order by d.ended desc limit 1
      ) as d
    where t.id = any(${subjects.map(({ key }) => key)}::text[])`.execute(trx)
  const last = new Map(rows.map((row) => [row.key, row]))
  const opened: OpenedItem[] = []
  const closed: EndedItem[] = []
  for (const subject of subjects) {
    const row = last.get(subject.key)
    if (!row) closed.push({ ...subject, text: null, removed: true })
    else if (row.state !== 'gaveUp') closed.push({ ...subject, text: closedMessages.delivered })
    else opened.push(openedOf(subject, row))
  }
  return { opened, closed }
}

const openedOf = (
  subject: Subject,
  { ruleId, rule, target, status, error, tries, ended }: LastDelivery,
): OpenedItem => ({
  ...subject,
  facts: {
    kind: 'deliveryFails',
    ruleId,
    rule,
    target,
    // Without the words of the receiver: viewers see the item, and could read in them where messages go.
    error: status === null ? error : `answered ${status}`,
    tries,
    at: ended.toISOString(),
  },
  appIds: [],
  since: ended,
  hurt: { runs: 0, tasks: 0, since: null },
})
