import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { planHealth, planHealthParams } from '#shared/domains/plans/contract.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { PlanHealthStore } from './health.ts'

const config = { platformAccess: 'account', feature: 'stats' } as const

/** `GET plans/health`. */
export async function planHealthRoutes(
  app: FastifyInstance,
  deps: { store: PlanHealthStore },
): Promise<void> {
  const { store } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  const health = {
    querystring: planHealthParams,
    summary: 'The newest runs of several plans, and how long they usually take',
    answer: { body: z.object({ data: z.array(planHealth) }) },
  }
  api.get('/plans/health', { config, schema: health }, async (request) => {
    const { ids, runs } = request.query
    return { data: await store.health(accountCallerOf(request).accountId, ids, runs) }
  })
}
