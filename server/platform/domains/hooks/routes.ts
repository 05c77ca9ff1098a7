import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { KEPT_HOOK_CALLS, MAX_HOOK_BODY } from '#shared/domains/hooks/constants.ts'
import {
  hook,
  hookBody,
  hookCall,
  hookFilters,
  hookPatch,
  hookSecret,
  hookStart,
} from '#shared/domains/hooks/contract.ts'
import { hookMessages } from '#shared/domains/hooks/messages.ts'
import type { Json } from '#shared/lib/json.ts'
import { pagingQuery } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { accountIdOf, authorOf, sourceOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, noFields, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import { refuseHostile } from '#server/platform/plugins/hostile-input.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { listCalls } from './calls.ts'
import type { createHookReceiver } from './receive.ts'
import { hookSortKeys, type HookFilters, type HookStore } from './store.ts'

export interface HookRouteDeps {
  db: Kysely<Database>
  store: HookStore
  receive: ReturnType<typeof createHookReceiver>
  clock: Clock
}

const feature = 'hooks'
const reading = { platformAccess: 'account', feature } as const
const listing = { ...reading, appCalls: 'filtered' } as const
const readingOne = { ...reading, appCalls: 'hooks' } as const
const changing = (action: string) => ({ ...accountChange(action, 'hook'), feature }) as const
type Page = PageRequest<(typeof hookSortKeys)[number]>

/** The start addresses of plans. */
export async function hookRoutes(app: FastifyInstance, deps: HookRouteDeps): Promise<void> {
  const { db, store, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const one = { body: hook }
  const many = { body: pageSchema(hook) }

  const list = {
    querystring: listQuery(hookFilters, hookSortKeys),
    summary: 'List the start addresses',
    answer: many,
  }
  api.get('/hooks', { config: listing, schema: list }, async (request) => {
    const accountId = accountIdOf(request)
    const { page, pagesize, sort, ...filters } = request.query as HookFilters & Page
    await requireOwn(db, accountId, 'apps', filters.appId)
    await requireOwn(db, accountId, 'plans', filters.planId)
    return store.list(accountId, filters, { page, pagesize, ...(sort ? { sort } : {}) })
  })

  const ofPlan = {
    params: idParams,
    querystring: listQuery(z.object({}), hookSortKeys),
    summary: 'List the start addresses of a plan',
    answer: many,
  }
  api.get('/plans/:id/hooks', { config: reading, schema: ofPlan }, async (request) => {
    const accountId = accountIdOf(request)
    const { id: planId } = request.params
    await requireOwn(db, accountId, 'plans', planId)
    return store.list(accountId, { planId }, request.query as Page)
  })

  const create = {
    params: idParams,
    body: hookBody,
    summary: 'Make a start address of a plan; its secret is shown in this answer only',
    answer: { status: 201, ...one },
  }
  const creating = { ...changing('create'), makesSecret: true } as const
  api.post('/plans/:id/hooks', { config: creating, schema: create }, async (request, reply) => {
    const author = authorOf(request, clock)
    reply.code(201)
    return store.create(accountIdOf(request), author, request.params.id, request.body)
  })

  const get = { params: idParams, summary: 'Get one start address', answer: one }
  api.get('/hooks/:id', { config: readingOne, schema: get }, async (request) => {
    const found = await store.find(accountIdOf(request), request.params.id)
    if (!found) throw notFound('hooks')
    return found
  })

  const update = { params: idParams, body: hookPatch, summary: 'Change a start address', answer: one }
  api.put('/hooks/:id', { config: changing('update'), schema: update }, (request) =>
    store.update(accountIdOf(request), authorOf(request, clock), request.params.id, request.body),
  )

  const remove = { params: idParams, summary: 'Delete a start address; its runs stay' }
  api.delete('/hooks/:id', { config: changing('delete'), schema: remove }, async (request, reply) => {
    await store.remove(accountIdOf(request), authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })

  const secret = {
    params: idParams,
    body: noFields,
    summary: 'Make a new secret of a start address; the one before it stays valid for 24 hours',
    answer: { body: hookSecret },
  }
  const renewing = { ...changing('renew-secret'), makesSecret: true } as const
  api.post('/hooks/:id/secret', { config: renewing, schema: secret }, (request) =>
    store.renewSecret(accountIdOf(request), authorOf(request, clock), request.params.id),
  )

  const calls = {
    params: idParams,
    querystring: listQuery(z.object({}), ['at']).extend({
      pagesize: pagingQuery.shape.pagesize.unwrap().default(KEPT_HOOK_CALLS),
    }),
    summary: 'List the last calls of a start address and what became of them',
    answer: { body: pageSchema(hookCall) },
  }
  api.get('/hooks/:id/calls', { config: readingOne, schema: calls }, (request) =>
    listCalls(db, accountIdOf(request), request.params.id, request.query as PageRequest<'at'>),
  )

  await app.register((inner) => receiving(inner, deps))
}

/** The call of senders, in a context of its own: a signature is of the bytes of the body, so it is read as text first. */
async function receiving(app: FastifyInstance, { receive }: HookRouteDeps): Promise<void> {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parsed = (request: FastifyRequest, text: string) =>
    new Promise<Json>((resolve, reject) => {
      if (text === '') return reject(new AppError('BAD_REQUEST', hookMessages.emptyBody))
      void parse(request, text, (error, value) => {
        if (error) reject(new AppError('BAD_REQUEST', hookMessages.notJson))
        else resolve(value as Json)
      })
    })
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  )
  const schema = {
    params: idParams,
    summary: 'Start a run of the plan of a start address, for a sender with its secret',
    answer: { status: 202, body: hookStart },
  }
  const config = { platformAccess: 'public', feature } as const
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/hooks/:id', { config, schema, bodyLimit: MAX_HOOK_BODY }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : ''
      const started = await receive({
        hookId: request.params.id,
        headers: request.headers,
        source: sourceOf(request),
        body,
        async parse() {
          const value = await parsed(request, body)
          refuseHostile('body', value)
          return value
        },
      })
      return reply.code(202).send(started)
    })
}
