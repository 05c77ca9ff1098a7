import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { aliasDeployment, deploymentSave, deploymentWork } from '#shared/domains/clusters/history-contract.ts'
import { pagingQuery } from '#shared/lib/wire.ts'
import { accountIdOf } from '#server/platform/auth/caller.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Database } from '#server/platform/db/database.ts'
import { idParams, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { readAliasDeployments } from './alias-deployments.ts'
import { listSaves } from './deployment-history.ts'
import { readDeploymentWork } from './deployment-work.ts'

export interface HistoryRouteDeps {
  db: Kysely<Database>
  seal: Seal
}

const config = { platformAccess: 'account', feature: 'deployments' } as const
const text = (max: number) => z.string().min(1).max(max)
const queueParams = z.object({ type: text(200), alias: text(100) })

/** From tasks to the deployments that run their alias and back, and what was changed in these; never with a secret. */
export async function deploymentHistoryRoutes(
  app: FastifyInstance,
  { db, seal }: HistoryRouteDeps,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()

  const changes = {
    params: idParams,
    querystring: z.strictObject(pagingQuery.shape),
    summary: 'What each save of a deployment has changed, newest first',
    answer: { body: pageSchema(deploymentSave) },
  }
  api.get('/deployments/:id/changes', { config, schema: changes }, (request) =>
    listSaves(db, accountIdOf(request), request.params.id, request.query),
  )

  const work = {
    params: idParams,
    querystring: z.strictObject({}),
    summary: 'The tasks of the alias of a deployment that wait, run or fail now',
    answer: { body: deploymentWork },
  }
  api.get('/deployments/:id/work', { config, schema: work }, (request) =>
    readDeploymentWork(db, accountIdOf(request), request.params.id),
  )

  const ofQueue = {
    params: queueParams,
    querystring: z.strictObject({}),
    summary: 'The deployments that run an alias, with what has changed since a task of it was done last',
    answer: { body: pageSchema(aliasDeployment) },
  }
  api.get('/queues/:type/:alias/deployments', { config, schema: ofQueue }, async (request) => {
    const data = await readAliasDeployments(db, seal, accountIdOf(request), request.params)
    return { data, total: data.length }
  })
}
