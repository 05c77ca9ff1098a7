import type { Kysely } from 'kysely'
import type { QueueDetail, QueueRow } from '#shared/domains/queues/contract.ts'
import type { Database } from '../db/database.ts'

/** What runs the tasks of a queue: the worker of its type, and the deployments of its alias by the name of their cluster. */
export async function readQueueRunners(
  db: Kysely<Database>,
  accountId: string,
  { type, alias }: Pick<QueueRow, 'type' | 'alias'>,
): Promise<Pick<QueueDetail, 'worker' | 'deployments'>> {
  const worker = await db
    .selectFrom('workers')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where('type', '=', type)
    .where('status', '<>', 'deleted')
    .executeTakeFirst()
  if (!worker) return { worker: null, deployments: [] }
  const deployments = await db
    .selectFrom('deployments')
    .innerJoin('clusters', 'clusters.id', 'deployments.cluster_id')
    .select([
      'deployments.id',
      'deployments.cluster_id as clusterId',
      'clusters.name as cluster',
      'deployments.replica_count as replicaCount',
    ])
    .where('deployments.account_id', '=', accountId)
    .where('deployments.worker_id', '=', worker.id)
    .where('deployments.alias', '=', alias)
    .orderBy('clusters.name')
    .execute()
  return {
    worker: { _id: worker.id, name: worker.name },
    deployments: deployments.map(({ id, ...rest }) => ({ _id: id, ...rest })),
  }
}
