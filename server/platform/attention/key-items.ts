import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import { DAY_MS } from '#shared/domains/workers/rules.ts'
import type { AttentionTrx, EndedItem, OpenedItem } from './items.ts'

/** How long before its end a key needs attention, and how long it may be used without a new one. */
const SOON_MS = 14 * DAY_MS
const ROTATED_MS = 365 * DAY_MS

interface KeyRow {
  aliasId: string
  accountId: string
  alias: string
  type: string
  workerId: string
  expires: Date
  made: Date
  lastPoll: Date | null
  hosts: number
}

/** The aliases whose last private key ends soon, or was made too long ago. */
export async function keyItems(
  trx: AttentionTrx,
  now: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const [soon, rotated] = [new Date(now + SOON_MS), new Date(now - ROTATED_MS)]
  const { rows } = await sql<KeyRow>`
    select k.*, w.type, (
        select count(distinct host_name)::int from queue_pollers p
        where p.account_id = k."accountId" and p.type = w.type and p.alias = k.alias) as hosts
    from (
      select a.id as "aliasId", a.account_id as "accountId", a.name as alias, a.worker_id as "workerId",
        a.last_poll as "lastPoll", max(k.expires) as expires, max(k.created) as made
      from alias_keys k join worker_aliases a on a.id = k.alias_id group by a.id
      having max(k.expires) < ${soon} or max(k.created) < ${rotated}
    ) as k join workers w on w.id = k."workerId" and w.status <> 'deleted'`.execute(trx)
  const found = new Set(rows.map(({ aliasId }) => aliasId))
  return { opened: rows.map((row) => openedOf(row, soon)), closed: await endedKeys(trx, found) }
}

function openedOf({ accountId, aliasId, expires, made, lastPoll, ...row }: KeyRow, soon: Date): OpenedItem {
  const ends = expires < soon
  return {
    accountId,
    kind: 'keyExpires',
    key: aliasId,
    facts: {
      kind: 'keyExpires',
      type: row.type,
      alias: row.alias,
      workerId: row.workerId,
      hosts: row.hosts,
      expires: ends ? expires.toISOString() : null,
      made: made.toISOString(),
      lastPoll: lastPoll && roughly(lastPoll),
    },
    appIds: [],
    since: new Date(ends ? expires.getTime() - SOON_MS : made.getTime() + ROTATED_MS),
    hurt: { runs: 0, tasks: 0, since: null },
  }
}

/** Of a moment that changes all the time the last ten minutes, so that the item does not. */
function roughly(at: Date): string {
  const step = 600_000
  return new Date(Math.floor(at.getTime() / step) * step).toISOString()
}

/** Open items whose alias has a new key, or no key any more. */
async function endedKeys(trx: AttentionTrx, found: ReadonlySet<string>): Promise<EndedItem[]> {
  const { rows } = await sql<{ accountId: string; key: string; renewed: boolean }>`
    select i.account_id as "accountId", i.key, exists (
      select from alias_keys k join worker_aliases a on a.id = k.alias_id
        join workers w on w.id = a.worker_id and w.status <> 'deleted'
      where a.id = i.key) as renewed
    from attention_items i where i.kind = 'keyExpires' and i.closed is null`.execute(trx)
  return rows
    .filter(({ key }) => !found.has(key))
    .map(({ accountId, key, renewed }) => ({
      accountId,
      kind: 'keyExpires',
      key,
      ...(renewed ? { text: closedMessages.newKey } : { text: null, removed: true as const }),
    }))
}
