import type { FastifyInstance } from 'fastify'
import { cluster, clusterBody, clusterFilters, clusterPatch } from '#shared/domains/clusters/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { registerReads, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import { clusterSortKeys, type ClusterStore } from './store.ts'

/** The generic calls of clusters (spec section 7). */
export async function clusterRoutes(
  app: FastifyInstance,
  { store, clock }: { store: ClusterStore; clock: Clock },
): Promise<void> {
  const calls = { table: 'clusters', entity: cluster, filters: clusterFilters, store } as const
  registerReads(app, { ...calls, sortKeys: clusterSortKeys, checkFilters: store.checkFilters })
  registerWrites(app, { ...calls, clock, body: clusterBody, patch: clusterPatch, many: clusterPatch })
}
