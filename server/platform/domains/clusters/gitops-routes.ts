import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { deploymentPublication } from '#shared/domains/clusters/gitops-contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import type { Gitops } from '#server/platform/gitops/gitops.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { DeploymentStore } from './deployment-store.ts'

export interface GitopsRouteDeps {
  db: Kysely<Database>
  clock: Clock
  store: Pick<DeploymentStore, 'findSummary'>
  gitops: Pick<Gitops, 'again'>
}

/** Whether the repository of Flux has a deployment; registered only with a repository. */
export async function gitopsRoutes(
  app: FastifyInstance,
  { db, store, gitops, clock }: GitopsRouteDeps,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const feature = 'gitops' as const

  async function require(accountId: string, id: string) {
    const found = await store.findSummary(accountId, id)
    if (!found?.gitops) throw notFound('deployments')
    return { ...found, gitops: found.gitops }
  }

  const read = {
    params: idParams,
    querystring: z.strictObject({}),
    summary: 'Whether the Git repository has the present state of a deployment, and why not',
    answer: { body: deploymentPublication },
  }
  const config = { platformAccess: 'account', feature } as const
  api.get('/deployments/:id/gitops', { config, schema: read }, async (request) => {
    const { gitops: publication } = await require(accountIdOf(request), request.params.id)
    return publication
  })

  const publish = {
    params: idParams,
    summary: 'Try to publish a deployment in the Git repository now, whatever has failed before',
    answer: { body: deploymentPublication },
  }
  api.post(
    '/deployments/:id/publish',
    { config: { ...accountChange('publish'), feature }, schema: publish },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      const { id } = request.params
      const { clusterId } = await require(accountId, id)
      await gitops.again(id)
      const record = { action: 'publish', entity: 'deployment', entityId: id, within: clusterId }
      await recordAudit(db, accountId, authorOf(request, clock), record)
      return (await require(accountId, id)).gitops
    },
  )
}
