import { sql } from 'kysely'
import type { DeploymentPlace } from '#shared/domains/attention/facts.ts'
import type { AttentionTrx } from './items.ts'
import type { WaitingQueue } from './waiting-queues.ts'

/** Tasks of a queue, the oldest ones, that runs and apps are counted from. */
const MOST_READ = 1000

/** What waits in a queue, and what would have to run it. */
export interface Surroundings {
  runs: number
  apps: readonly { id: string; name: string }[]
  workerId: string | null
  /** When the alias was made. */
  made: Date | null
  deployment: DeploymentPlace | null
}

/** Of each of these queues, in their order, by one statement. */
export async function readSurroundings(
  trx: AttentionTrx,
  queues: readonly { waiting: WaitingQueue }[],
): Promise<Surroundings[]> {
  if (queues.length === 0) return []
  const named = queues.map(({ waiting }) => waiting)
  const { rows } = await sql<Surroundings>`
    select waiting.runs, coalesce(waiting.apps, '[]') as apps, alias.worker_id as "workerId", alias.created as made,
      deployment.place as deployment
    from unnest(${named.map(({ accountId }) => accountId)}::text[], ${named.map(({ type }) => type)}::text[],
        ${named.map(({ alias }) => alias)}::text[]) with ordinality as q (account_id, type, alias, place)
      left join lateral (
        select worker_id, a.created from workers w join worker_aliases a on a.worker_id = w.id and a.name = q.alias
        where w.account_id = q.account_id and w.type = q.type and w.status <> 'deleted'
      ) as alias on true
      left join lateral (
        select json_build_object('id', d.id, 'clusterId', c.id, 'cluster', c.name) as place
        from deployments d join clusters c on c.id = d.cluster_id
        where d.worker_id = alias.worker_id and d.alias = q.alias order by d.created, d.id limit 1
      ) as deployment on true,
      lateral (
        select count(distinct workqueue_id)::int as runs, (
          select json_agg(json_build_object('id', id, 'name', name) order by name, id)
          from apps where id = any(array_agg(oldest.app_id))) as apps
        from (
          select workqueue_id, app_id from tasks t
          where t.type = q.type and t.alias = q.alias and t.account_id = q.account_id and waiting_since is not null
          order by waiting_since limit ${MOST_READ}
        ) as oldest
      ) as waiting
    order by q.place`.execute(trx)
  return rows
}
