import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  appStats,
  appStatsQuery,
  planStats,
  planStatsQuery,
  ranPlan,
  ranPlansQuery,
} from '#shared/domains/workqueues/stats-contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountIdOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { idParams } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { appStatsOf } from './stats-apps.ts'
import type { StatsStore } from './stats-store.ts'

export interface StatsRouteDeps {
  db: Kysely<Database>
  store: StatsStore
  clock: Clock
}

/** A program with a token of an app gets the figures of that app. */
const config = { platformAccess: 'account', appCalls: 'filtered', feature: 'stats' } as const

/** `GET stats/plans`, `GET stats/plans/{id}` and `GET stats/apps`. */
export async function statsRoutes(app: FastifyInstance, { db, store, clock }: StatsRouteDeps): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()

  const ofPlan = {
    params: idParams,
    querystring: planStatsQuery,
    summary: 'The newest runs of a plan, and how long it and its tasks usually take',
    answer: { body: planStats },
  }
  api.get('/stats/plans/:id', { config, schema: ofPlan }, async (request) => {
    const accountId = accountIdOf(request)
    await requireOwn(db, accountId, 'apps', request.query.appId)
    return store.plan(accountId, { planId: request.params.id, ...request.query })
  })

  const plansThatRan = {
    querystring: ranPlansQuery,
    summary: 'The plans that have run, the one that ran last first',
    answer: { body: z.object({ data: z.array(ranPlan), total: z.number().int() }) },
  }
  api.get('/stats/plans', { config, schema: plansThatRan }, async (request) => {
    const accountId = accountIdOf(request)
    const { appId } = request.query
    await requireOwn(db, accountId, 'apps', appId)
    const data = await store.ranPlans(accountId, appId)
    return { data, total: data.length }
  })

  const ofApps = {
    querystring: appStatsQuery,
    summary: 'The runs of each app: now, and those that ended in the last hours',
    answer: { body: z.object({ data: z.array(appStats) }) },
  }
  api.get('/stats/apps', { config, schema: ofApps }, async (request) => {
    const accountId = accountIdOf(request)
    await requireOwn(db, accountId, 'apps', request.query.appId)
    return { data: await appStatsOf(db, accountId, request.query, clock.now()) }
  })
}
