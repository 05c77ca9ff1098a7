import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { AttentionTrx, EndedItem, OpenedItem } from './items.ts'

/** A fault that is over sooner opens no item. */
const LASTING_MS = 10_000
/** Tasks that are counted for an account. */
const MOST_COUNTED = 10_000

interface FaultRow {
  accountId: string
  service: string
  reason: string
  queues: number
  since: Date
  type: string
  alias: string
  tasks: number
  oldest: Date | null
}

/** The services of queues that do not do their part for queues of an account: one item for each service. */
export async function queueServiceItems(
  trx: AttentionTrx,
  now: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const { rows } = await sql<FaultRow>`
    with faults as (
      select s.account_id, s.service, count(*)::int as queues, min(s.fault_since) as since,
        (array_agg(s.fault order by s.fault_since desc, s.queue))[1] as reason,
        (array_agg(s.type order by s.fault_since, s.queue))[1] as type,
        (array_agg(s.alias order by s.fault_since, s.queue))[1] as alias,
        array_agg(s.queue) as keys
      from service_queues s where s.fault is not null group by s.account_id, s.service)
    select f.account_id as "accountId", f.service, f.reason, f.queues, f.since, f.type, f.alias, waiting.tasks, waiting.oldest
    from faults f, lateral (
      select count(*)::int as tasks, min(queued) as oldest
      from (select queued from waiting_tasks where queue = any(f.keys) limit ${MOST_COUNTED}) as w) as waiting
    where f.since <= ${new Date(now - LASTING_MS)}`.execute(trx)
  const keyOf = ({ accountId, service }: { accountId: string; service: string }) => `${accountId} ${service}`
  const failing = new Set(rows.map(keyOf))
  const { rows: open } = await sql<{ accountId: string; service: string }>`
    select account_id as "accountId", key as service from attention_items
    where kind = 'queueService' and closed is null`.execute(trx)
  return {
    opened: rows.map(openedOf),
    closed: open
      .filter((item) => !failing.has(keyOf(item)))
      .map(({ accountId, service }) => ({
        accountId,
        kind: 'queueService',
        key: service,
        text: closedMessages.serviceWorks,
      })),
  }
}

const openedOf = ({ accountId, service, since, tasks, oldest, ...facts }: FaultRow): OpenedItem => ({
  accountId,
  kind: 'queueService',
  key: service,
  facts: { kind: 'queueService', service, tasks, more: tasks === MOST_COUNTED, ...facts },
  appIds: [],
  since,
  hurt: { runs: 0, tasks, since: oldest },
})
