import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { view, viewBody, viewFilters, viewPatch } from '#shared/domains/views/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, authorOf } from '#server/platform/auth/caller.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import { refuseHostile } from '#server/platform/plugins/hostile-input.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { viewSortKeys, type ViewSortKey, type ViewStore } from './store.ts'

const feature = 'views'
const reading = { platformAccess: 'account', feature } as const
const changing = (action: string) => ({ ...accountChange(action), feature }) as const

/** Saved views of lists: the user's own, and those that members share. */
export async function viewRoutes(
  app: FastifyInstance,
  { store, clock }: { store: ViewStore; clock: Clock },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const one = { body: view }

  const list = {
    querystring: listQuery(viewFilters, viewSortKeys),
    summary: 'List the own and the shared views',
    answer: { body: pageSchema(view) },
  }
  api.get('/views', { config: reading, schema: list }, (request) => {
    const { page, pagesize, sort, ...filters } = request.query as z.output<typeof viewFilters> &
      PageRequest<ViewSortKey>
    return store.list(accountCallerOf(request), filters, { page, pagesize, ...(sort ? { sort } : {}) })
  })

  const get = { params: idParams, summary: 'Get one view', answer: one }
  api.get('/views/:id', { config: reading, schema: get }, (request) =>
    store.find(accountCallerOf(request), request.params.id),
  )

  const create = { body: viewBody, summary: 'Save a view', answer: { status: 201, ...one } }
  api.post('/views', { config: changing('create'), schema: create }, (request, reply) => {
    reply.code(201)
    return store.create(accountCallerOf(request), authorOf(request, clock), request.body)
  })

  const update = { params: idParams, body: viewPatch, summary: 'Change a view', answer: one }
  /** The right is judged before the body is read. */
  async function onRequest(request: FastifyRequest): Promise<void> {
    refuseHostile('params', request.params)
    await store.requireRight(accountCallerOf(request), (request.params as { id: string }).id)
  }
  api.put('/views/:id', { config: changing('update'), onRequest, schema: update }, (request) =>
    store.update(accountCallerOf(request), authorOf(request, clock), request.params.id, request.body),
  )

  const remove = { params: idParams, summary: 'Delete a view' }
  api.delete('/views/:id', { config: changing('delete'), schema: remove }, async (request, reply) => {
    await store.remove(accountCallerOf(request), authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })
}
