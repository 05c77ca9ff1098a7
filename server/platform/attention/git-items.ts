import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { AttentionTrx, EndedItem, OpenedItem } from './items.ts'

/** What is published sooner opens no item. */
const LASTING_MS = 300_000

interface UnpublishedRow {
  accountId: string
  count: number
  reason: string
  since: Date
  deployment: { id: string; clusterId: string; cluster: string } | null
}

/**
 * Deployments whose changes have not reached the Git repository of Flux for five minutes, because it refuses them or cannot be
 * reached: one item for each account.
 */
export async function gitItems(
  trx: AttentionTrx,
  now: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  const { rows } = await sql<UnpublishedRow>`
    with failing as (
      select f.account_id, f.deployment_id, coalesce(f.refused, r.fault) as reason,
        coalesce(f.refused_since, r.failing_since) as since
      from gitops_files f left join gitops_remote r on r.id = 1
      where f.refused is not null
        or r.fault is not null and exists (select from gitops_changes c where c.deployment_id = f.deployment_id)),
    lasting as (
      select failing.*, case when d.id is not null
        then json_build_object('id', d.id, 'clusterId', c.id, 'cluster', c.name) end as deployment
      from failing left join deployments d on d.id = failing.deployment_id left join clusters c on c.id = d.cluster_id
      where since <= ${new Date(now - LASTING_MS)})
    select account_id as "accountId", count(*)::int as count, min(since) as since,
      (array_agg(reason order by since, deployment_id))[1] as reason,
      (array_agg(deployment order by since, deployment_id))[1] as deployment
    from lasting group by account_id`.execute(trx)
  const failing = new Set(rows.map(({ accountId }) => accountId))
  const { rows: open } = await sql<{ accountId: string }>`
    select account_id as "accountId" from attention_items
    where kind = 'gitRefuses' and closed is null`.execute(trx)
  return {
    opened: rows.map(({ accountId, since, count, reason, deployment }) => ({
      accountId,
      kind: 'gitRefuses',
      key: 'git',
      facts: { kind: 'gitRefuses', count, reason, deployment },
      appIds: [],
      since,
      hurt: { runs: 0, tasks: 0, since: null },
    })),
    closed: open
      .filter(({ accountId }) => !failing.has(accountId))
      .map(({ accountId }) => ({
        accountId,
        kind: 'gitRefuses',
        key: 'git',
        text: closedMessages.publishedAll,
      })),
  }
}
