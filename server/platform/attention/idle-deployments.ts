import { sql } from 'kysely'
import { closedMessages } from '#shared/domains/attention/messages.ts'
import type { IdleDeploymentFacts } from '#shared/domains/attention/facts.ts'
import { POLLED_MS } from '#shared/domains/queues/verdict.ts'
import type { AttentionTrx, EndedItem, OpenedItem } from './items.ts'

type IdleRow = Omit<IdleDeploymentFacts, 'kind' | 'lastPoll' | 'deployment'> & {
  id: string
  accountId: string
  clusterId: string
  cluster: string
  lastPoll: Date | null
  created: Date
}

/** The deployments whose alias was not polled for a minute; nothing is said in the first minute after a start. */
export async function idleDeploymentItems(
  trx: AttentionTrx,
  now: number,
  listening: number,
): Promise<{ opened: OpenedItem[]; closed: EndedItem[] }> {
  if (now - listening < POLLED_MS) return { opened: [], closed: [] }
  const recent = new Date(now - POLLED_MS)
  const { rows } = await sql<IdleRow>`
    select d.id, d.account_id as "accountId", d.cluster_id as "clusterId", c.name as cluster, w.id as "workerId",
      w.name as worker, w.type, d.alias, d.docker_tag as tag, d.replica_count as replicas, polled.at as "lastPoll", d.created
    from deployments d join clusters c on c.id = d.cluster_id
      join workers w on w.id = d.worker_id and w.status <> 'deleted',
      lateral (
        select greatest(
          (select last_poll from worker_aliases a where a.worker_id = w.id and a.name = d.alias),
          (select max(last_seen) from queue_pollers p
            where p.account_id = d.account_id and p.type = w.type and p.alias = d.alias)) as at
      ) as polled
    where d.replica_count > 0 and d.updated < ${recent} and coalesce(polled.at < ${recent}, true)`.execute(
    trx,
  )
  const found = new Set(rows.map(({ id }) => id))
  return { opened: rows.map(openedOf), closed: await endedDeployments(trx, found) }
}

function openedOf({ id, accountId, clusterId, cluster, lastPoll, created, ...row }: IdleRow): OpenedItem {
  const { type, alias, worker, workerId, tag, replicas } = row
  return {
    accountId,
    kind: 'deploymentIdle',
    key: id,
    facts: {
      kind: 'deploymentIdle',
      type,
      alias,
      worker,
      workerId,
      deployment: { id, clusterId, cluster },
      tag,
      replicas,
      lastPoll: lastPoll?.toISOString() ?? null,
    },
    appIds: [],
    since: lastPoll !== null && lastPoll > created ? lastPoll : created,
    hurt: { runs: 0, tasks: 0, since: null },
  }
}

/** Open items whose alias is polled; those of deployments that are deleted or have no replicas are removed. */
async function endedDeployments(trx: AttentionTrx, found: ReadonlySet<string>): Promise<EndedItem[]> {
  const { rows } = await sql<{ accountId: string; key: string; wanted: boolean }>`
    select i.account_id as "accountId", i.key, exists (
      select from deployments d join workers w on w.id = d.worker_id and w.status <> 'deleted'
      where d.id = i.key and d.replica_count > 0) as wanted
    from attention_items i where i.kind = 'deploymentIdle' and i.closed is null`.execute(trx)
  return rows
    .filter(({ key }) => !found.has(key))
    .map(({ accountId, key, wanted }) => ({
      accountId,
      kind: 'deploymentIdle',
      key,
      ...(wanted ? { text: closedMessages.polled } : { text: null, removed: true as const }),
    }))
}
