import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import {
  cluster,
  clusterBody,
  clusterFilters,
  clusterListFilters,
  clusterPatch,
  clusterPatchMany,
} from '#shared/domains/clusters/contract.ts'
import {
  deployment,
  deploymentBody,
  deploymentFilters,
  deploymentPatch,
  deploymentPatchMany,
  deploymentQuery,
  deploymentSummary,
  fluxBody,
} from '#shared/domains/clusters/deployment.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { accountChange, revealHeaders } from '#server/platform/plugins/audit.ts'
import {
  idParams,
  registerLists,
  registerReads,
  registerWrites,
} from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { deploymentSortKeys, type DeploymentStore } from './deployment-store.ts'
import { clusterSortKeys, type ClusterStore } from './store.ts'

/** The generic calls of clusters. */
export async function clusterRoutes(
  app: FastifyInstance,
  { store, clock }: { store: ClusterStore; clock: Clock },
): Promise<void> {
  const calls = { table: 'clusters', entity: cluster, store } as const
  registerReads(app, {
    ...calls,
    filters: clusterListFilters,
    sortKeys: clusterSortKeys,
    listFeature: 'listSearch',
    checkFilters: store.checkFilters,
  })
  registerWrites(app, {
    ...calls,
    clock,
    filters: clusterFilters,
    body: clusterBody,
    patch: clusterPatch,
    many: clusterPatchMany,
  })
}

export interface DeploymentRouteDeps {
  db: Kysely<Database>
  store: DeploymentStore
  clock: Clock
}

const config = { platformAccess: 'account' } as const

/** The generic calls of deployments, and `PUT deployments/{id}/flux`. */
export async function deploymentRoutes(app: FastifyInstance, deps: DeploymentRouteDeps): Promise<void> {
  const { store, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const calls = { table: 'deployments', entity: deployment, filters: deploymentFilters, store } as const
  registerLists(app, {
    ...calls,
    // Lists and findOne contain nothing that is sealed.
    row: deploymentSummary,
    entity: deploymentSummary,
    store: { ...store, find: store.findSummary },
    sortKeys: deploymentSortKeys,
    checkFilters: store.checkFilters,
  })
  registerWrites(app, {
    ...calls,
    clock,
    body: deploymentBody,
    patch: deploymentPatch,
    many: deploymentPatchMany,
  })

  const get = {
    params: idParams,
    headers: revealHeaders,
    querystring: deploymentQuery,
    summary: 'Get one deployment, with its configuration on request; the audit records what was shown',
    answer: { body: deployment },
  }
  api.get('/deployments/:id', { config, schema: get }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const find = request.query.withConfig ? store.findWithConfig : store.find
    const found = await find(accountId, request.params.id)
    if (!found) throw notFound('deployments')
    return found
  })

  const flux = {
    params: idParams,
    body: fluxBody,
    summary: 'Store an edited configuration, and its fields in the form',
    answer: { body: deployment },
  }
  api.put('/deployments/:id/flux', { config: accountChange('update'), schema: flux }, async (request) => {
    const { accountId } = accountCallerOf(request)
    return store.updateConfig(accountId, authorOf(request, clock), request.params.id, request.body)
  })
}
