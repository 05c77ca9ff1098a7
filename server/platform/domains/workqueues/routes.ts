import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { logsByTask, logsQuery } from '#shared/domains/tasks/contract.ts'
import {
  definition,
  endBody,
  planStartBody,
  workqueue,
  bulkRunFilters,
  workqueueFilters,
  workqueuePatch,
  workqueueSummary,
  workqueueStatuses,
} from '#shared/domains/workqueues/contract.ts'
import { noteBody } from '#shared/lib/note.ts'
import { commaList, id, moment } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Bulk } from '#server/platform/bulk/bulk.ts'
import { registerBulk } from '#server/platform/bulk/routes.ts'
import { recordAudit } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { whereQuery } from '#server/platform/db/listing.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import type { LivePublisher } from '#server/platform/engine/types.ts'
import { idParams, modified, registerReads } from '#server/platform/plugins/generic-calls.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { startHeaders } from '#server/platform/plugins/request-name.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { Causes } from '#server/platform/runs/causes.ts'
import type { Canceller } from './cancel.ts'
import { runFilters, searchedPage, workqueueSortKeys } from './filters.ts'
import { readLogs } from './logs.ts'
import { writeNote } from './notes.ts'
import { startBody, type Starter } from './start.ts'
import { MAX_RECENT, type WorkqueueStore } from './store.ts'

export interface WorkqueueRouteDeps {
  db: Kysely<Database>
  store: WorkqueueStore
  causes: Causes
  starter: Starter
  canceller: Canceller
  bulk: Bulk
  publisher: LivePublisher
  clock: Clock
}

const config = { platformAccess: 'account' } as const
const inApp = { ...config, appCalls: 'filtered' } as const
const ofApp = { ...config, appCalls: 'workqueues' } as const
const startQuery = z.strictObject({ appId: id.optional() })
const recentQuery = z.strictObject({
  appId: id.optional(),
  startDate: moment.optional(),
  endDate: moment.optional(),
  status: commaList.pipe(z.array(z.enum(workqueueStatuses))).optional(),
})

/** The generic calls of workqueues, and `end`, `logs` and `recent`. */
export async function workqueueRoutes(app: FastifyInstance, deps: WorkqueueRouteDeps): Promise<void> {
  const { db, store, causes, starter, canceller, bulk, publisher, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const requireApp = (accountId: string, { appId }: { appId?: string }) =>
    requireOwn(db, accountId, 'apps', appId)

  const recent = {
    querystring: recentQuery,
    summary: 'The newest runs, at most 100',
    answer: { body: z.object({ data: z.array(workqueueSummary) }) },
  }
  api.get('/workqueues/recent', { config: inApp, schema: recent }, async (request) => {
    const accountId = accountIdOf(request)
    const { startDate, endDate, ...filters } = request.query
    await requireApp(accountId, filters)
    const range = { 'created[$gte]': startDate, 'created[$lte]': endDate }
    const { data } = await store.list(accountId, { ...filters, ...range }, { page: 1, pagesize: MAX_RECENT })
    return { data }
  })

  registerReads(app, {
    table: 'workqueues',
    entity: workqueue,
    row: workqueueSummary,
    page: searchedPage,
    filters: runFilters,
    sortKeys: workqueueSortKeys,
    store: {
      count: store.count,
      async list(accountId, filters, page) {
        const { data, ...counted } = await store.list(accountId, filters, page)
        return { data: await causes.ofRows(accountId, data), ...counted }
      },
      async find(accountId, workqueueId) {
        const run = await store.find(accountId, workqueueId)
        return run && causes.ofRun(accountId, run)
      },
    },
    feature: 'why',
    appCalls: { lists: 'filtered', one: 'workqueues' },
    async checkFilters(accountId, filters) {
      await requireApp(accountId, filters)
      await requireOwn(db, accountId, 'workqueues', filters.parentId)
    },
  })

  const logs = {
    params: idParams,
    querystring: logsQuery,
    summary: 'Read the log of a run',
    answer: { body: logsByTask },
  }
  api.get('/workqueues/:id/logs', { config: ofApp, schema: logs }, async (request, reply) => {
    const accountId = accountIdOf(request)
    const page = await readLogs(db, accountId, request.params.id, request.query)
    if (page.nextAfter) reply.header('x-next-after', page.nextAfter)
    if (page.nextBefore) reply.header('x-next-before', page.nextBefore)
    return page.entries
  })

  const start = {
    headers: startHeaders,
    querystring: startQuery,
    body: startBody,
    described: z.union([definition, planStartBody]),
    summary: 'Start a run of a definition, or of a plan',
    answer: { status: 201, body: workqueue },
  }
  api.post(
    '/workqueues',
    { config: { ...inApp, ...accountChange('start') }, schema: start },
    async (request, reply) => {
      const accountId = accountIdOf(request)
      reply.code(201)
      const { query, headers, body } = request
      return starter.fromBody(accountId, authorOf(request, clock), query.appId, headers, body)
    },
  )

  const end = { params: idParams, body: endBody, summary: 'Cancel a run', answer: { body: workqueue } }
  api.post(
    '/workqueues/:id/end',
    { config: { ...ofApp, ...accountChange('cancel') }, schema: end },
    async (request) => {
      const accountId = accountIdOf(request)
      const author = authorOf(request, clock)
      const record = await canceller.cancel(accountId, author, request.params.id)
      await recordAudit(db, accountId, author, record)
      return found(await store.find(accountId, request.params.id))
    },
  )

  registerBulk(app, {
    db,
    clock,
    bulk,
    url: '/workqueues/bulk/cancel',
    action: 'cancel-workqueues',
    table: 'workqueues',
    filters: bulkRunFilters,
    summary: 'Cancel many runs, by ids or by filter',
    async choose(accountId, filters, limit) {
      await requireApp(accountId, filters)
      return canceller.choose(accountId, filters, limit)
    },
  })

  const change = {
    params: idParams,
    body: workqueuePatch,
    summary: 'Change name, description or tags of a run',
    answer: { body: workqueue },
  }
  api.put('/workqueues/:id', { config, schema: change }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const { id: workqueueId } = request.params
    const changed = await store.update(accountId, authorOf(request, clock), workqueueId, request.body)
    publisher.committed(changed.outboxId, changed.messages)
    return found(await store.find(accountId, workqueueId))
  })

  const annotate = {
    params: idParams,
    body: noteBody,
    summary: 'Write the note of a run, or remove it with an empty text',
    answer: { body: workqueue },
  }
  api.put(
    '/workqueues/:id/note',
    { config: { ...accountChange('note'), feature: 'notes' }, schema: annotate },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      const { params, body } = request
      const noted = await writeNote(db, accountId, authorOf(request, clock), params.id, body.text)
      publisher.committed(noted.outboxId, noted.messages)
      return causes.ofRun(accountId, found(await store.find(accountId, params.id)))
    },
  )

  const changeMany = {
    querystring: whereQuery(workqueueFilters),
    body: workqueuePatch,
    summary: 'Change all runs that pass a filter',
    answer: { body: modified },
  }
  api.put('/workqueues', { config, schema: changeMany }, async (request) => {
    const { accountId } = accountCallerOf(request)
    const { where } = request.query
    await requireApp(accountId, where)
    const changed = await store.updateMany(accountId, authorOf(request, clock), where, request.body)
    publisher.committed(changed.announcement.outboxId, changed.announcement.messages)
    return changed.answer
  })

  const remove = { params: idParams, summary: 'Delete a run that has ended' }
  api.delete('/workqueues/:id', { config, schema: remove }, async (request, reply) => {
    await store.remove(accountCallerOf(request).accountId, authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })
}

/** The run may have been deleted since it was changed. */
function found<Entity>(entity: Entity | null): Entity {
  if (!entity) throw notFound('workqueues')
  return entity
}
