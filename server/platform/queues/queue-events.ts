import { sql, type Kysely } from 'kysely'
import type { QueueEvent, QueueRow } from '#shared/domains/queues/contract.ts'
import { queueEventMessages as messages } from '#shared/domains/queues/messages.ts'
import { isPolledAt } from '#shared/domains/queues/verdict.ts'
import type { Database } from '../db/database.ts'
import { readPollers } from './read-counts.ts'

const SHOWN_MS = 30 * 60_000

/** What happened around a queue in the last 30 minutes, oldest first. */
export async function readQueueEvents(
  db: Kysely<Database>,
  accountId: string,
  { type, alias }: Pick<QueueRow, 'type' | 'alias'>,
  now: number,
): Promise<QueueEvent[]> {
  const from = now - SHOWN_MS
  const [pollers, deployments, controls] = await Promise.all([
    readPollers(db, { accountId, type, alias }, now),
    sql<{ at: Date; cluster: string; actor: string }>`
      select audit.at, clusters.name as cluster, audit.actor
      from deployments
        join workers on workers.id = deployments.worker_id and workers.type = ${type}
        join clusters on clusters.id = deployments.cluster_id
        join audit on audit.account_id = ${accountId} and audit.entity_id = deployments.id and audit.entity = 'deployment'
      where deployments.account_id = ${accountId} and deployments.alias = ${alias}
        and audit.at > ${new Date(from)}`.execute(db),
    sql<{ at: Date; action: string; actor: string; detail: string | null }>`
      select at, action, actor, detail from audit
      where account_id = ${accountId} and entity = 'queue' and entity_id = ${`${type}/${alias}`} and result = 'done'
        and at > ${new Date(from)}`.execute(db),
  ])
  const heard = pollers.flatMap(
    ({ hostName, firstPoll, lastPoll, lastSeen }): [Date, QueueEvent['kind'], string][] => [
      [firstPoll, 'pollerCame', messages.pollerCame(hostName)],
      ...(isPolledAt(lastSeen.getTime(), now)
        ? []
        : [[lastPoll, 'pollerGone', messages.pollerGone(hostName)] as [Date, 'pollerGone', string]]),
    ],
  )
  const changed = deployments.rows.map(({ at, cluster, actor }): [Date, QueueEvent['kind'], string] => [
    at,
    'deployment',
    messages.deployment(cluster, actor),
  ])
  const controlled = controls.rows.map(
    ({ at, action, actor, detail }): [Date, QueueEvent['kind'], string] => [
      at,
      'control',
      action === 'limit'
        ? messages.limit(actor, detail ?? '')
        : messages[action === 'pause' ? 'pause' : 'resume'](actor),
    ],
  )
  return [...heard, ...changed, ...controlled]
    .filter(([at]) => at.getTime() > from && at.getTime() <= now)
    .sort(([a], [b]) => a.getTime() - b.getTime())
    .map(([at, kind, text]) => ({ at: at.toISOString(), kind, text }))
}
