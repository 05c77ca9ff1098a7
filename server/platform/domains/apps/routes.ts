import type { FastifyInstance } from 'fastify'
import { appBody, appFilters } from '../../../../shared/domains/apps/contract.ts'
import type { Clock } from '../../../lib/clock.ts'
import { accountCallerOf, authorOf } from '../../auth/caller.ts'
import { whereQuery } from '../../db/listing.ts'
import { idParams, registerReads } from '../../plugins/generic-calls.ts'
import type { ZodTypeProvider } from '../../plugins/validation.ts'
import { appSortKeys, type AppStore } from './store.ts'

const config = { platformAccess: 'account' } as const
const appPatch = appBody
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'must set name or description')

/** The generic calls of apps (spec section 7). */
export async function appRoutes(
  app: FastifyInstance,
  { store, clock }: { store: AppStore; clock: Clock },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()
  registerReads(app, { table: 'apps', filters: appFilters, sortKeys: appSortKeys, store })

  api.post('/apps', { config, schema: { body: appBody } }, async (request, reply) => {
    reply.code(201)
    return store.create(accountCallerOf(request).accountId, authorOf(request, clock), request.body)
  })

  api.put('/apps/:id', { config, schema: { params: idParams, body: appPatch } }, async (request) => {
    const { accountId } = accountCallerOf(request)
    return store.update(accountId, authorOf(request, clock), request.params.id, request.body)
  })

  api.put(
    '/apps',
    { config, schema: { querystring: whereQuery(appFilters), body: appPatch } },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      return store.updateMany(accountId, authorOf(request, clock), request.query.where, request.body)
    },
  )

  api.delete('/apps/:id', { config, schema: { params: idParams } }, async (request, reply) => {
    await store.remove(accountCallerOf(request).accountId, authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })
}
