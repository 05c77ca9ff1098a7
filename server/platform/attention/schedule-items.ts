import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { AttentionTrx, EndedItem, OpenedItem } from './items.ts'

/** Schedules that have items, those that missed a time last. */
const MOST_MISSED = 500

interface MissedRow {
  id: string
  accountId: string
  appId: string
  app: string
  planId: string
  plan: string
  name: string
  count: number
  from: Date
  to: Date
  instead: Date | null
}

/** The schedules that have missed a time, and started none on time since. */
export async function missedScheduleItems(
  trx: AttentionTrx,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const { rows } = await sql<MissedRow>`
    select s.id, s.account_id as "accountId", s.app_id as "appId", a.name as app, s.plan_id as "planId", p.name as plan,
      s.name, s.missed_count as count, s.missed_from as "from", s.missed_to as "to", s.missed_instead as instead
    from schedules s join apps a on a.id = s.app_id join plans p on p.id = s.plan_id
    where s.missed_count > 0 order by s.missed_to desc, s.id limit ${MOST_MISSED}`.execute(trx)
  const found = new Set(rows.map(({ id }) => id))
  const { rows: open } = await sql<{ accountId: string; key: string; exists: boolean }>`
    select i.account_id as "accountId", i.key, exists (select from schedules s where s.id = i.key) as exists
    from attention_items i where i.kind = 'scheduleMissed' and i.closed is null`.execute(trx)
  return {
    opened: rows.map(openedOf),
    closed: open
      .filter(({ key }) => !found.has(key))
      .map(({ accountId, key, exists }) => ({
        accountId,
        kind: 'scheduleMissed',
        key,
        ...(exists ? { text: closedMessages.onTime } : { text: null, removed: true as const }),
      })),
  }
}

const openedOf = ({ accountId, from, to, instead, ...row }: MissedRow): OpenedItem => ({
  accountId,
  kind: 'scheduleMissed',
  key: row.id,
  facts: {
    kind: 'scheduleMissed',
    schedule: row.name,
    appId: row.appId,
    app: row.app,
    planId: row.planId,
    plan: row.plan,
    count: row.count,
    from: from.toISOString(),
    to: to.toISOString(),
    instead: instead?.toISOString() ?? null,
  },
  appIds: [row.appId],
  since: from,
  hurt: { runs: row.count, tasks: 0, since: from },
})
