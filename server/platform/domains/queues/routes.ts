import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  aliasesQuery,
  aliasEvidence,
  queueControl,
  queueDetail,
  queueFilters,
  queueRow,
  type QueueRow,
} from '#shared/domains/queues/contract.ts'
import { queueFaults } from '#shared/domains/queues/messages.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { isBuiltin } from '#server/platform/engine/task.ts'
import { accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery } from '#server/platform/db/listing.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { PageRequest } from '#server/platform/db/listing.ts'
import { readQueueEvents } from '#server/platform/queues/queue-events.ts'
import { readQueueRunners } from '#server/platform/queues/queue-runners.ts'
import type { QueueControls } from '#server/platform/queues/controls.ts'
import type { Queues } from '#server/platform/queues/queues.ts'
import { queueSortKeys, sortQueues } from './sort-rows.ts'

/** The aliases on which a failure group of the account was seen; throws NOT_FOUND for an unknown one. */
export type SeenOn = (accountId: string, failureId: string) => Promise<ReadonlySet<string>>

export interface QueueRouteDeps {
  db: Kysely<Database>
  queues: Queues
  controls: QueueControls
  seenOn: SeenOn
  clock: Clock
}

const config = { platformAccess: 'account', feature: 'queues' } as const
const text = (max: number) => z.string().min(1).max(max)
const typeParams = z.object({ type: text(200) })
const queueParams = z.object({ type: text(200), alias: text(100) })

/** `GET queues`, one of them, and the aliases that tasks of a type can move to. */
export async function queueRoutes(
  app: FastifyInstance,
  { db, queues, controls, seenOn, clock }: QueueRouteDeps,
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()

  const list = {
    querystring: listQuery(queueFilters, queueSortKeys),
    summary: 'The queues with their pollers, rates and verdicts',
    answer: { body: pageSchema(queueRow) },
  }
  api.get('/queues', { config, schema: list }, async (request): Promise<Page<QueueRow>> => {
    const accountId = accountIdOf(request)
    const { type, alias, appId } = request.query as z.output<typeof queueFilters>
    const page = request.query as unknown as PageRequest<(typeof queueSortKeys)[number]>
    await requireOwn(db, accountId, 'apps', appId)
    const rows = sortQueues(await queues.list({ accountId, type, alias }, appId), page.sort)
    const offset = offsetOf(page)
    return { data: rows.slice(offset, offset + page.pagesize), total: rows.length }
  })

  const one = {
    params: queueParams,
    querystring: z.strictObject({}),
    summary: 'One queue, with what happened around it in the last 30 minutes, and what runs its tasks',
    answer: { body: queueDetail },
  }
  api.get('/queues/:type/:alias', { config, schema: one }, async (request) => {
    const accountId = accountIdOf(request)
    const [row] = await queues.list({ accountId, ...request.params })
    if (!row) throw noQueue()
    const [events, runners] = await Promise.all([
      readQueueEvents(db, accountId, row, clock.now()),
      readQueueRunners(db, accountId, row),
    ])
    return { ...row, events, ...runners }
  })

  const control = {
    params: queueParams,
    body: queueControl,
    summary: 'Pauses a queue, resumes it, or sets how many of its tasks may run at once',
    answer: { body: queueRow },
  }
  api.put(
    '/queues/:type/:alias',
    { config: { ...accountChange('control', 'queue'), feature: 'queues' }, schema: control },
    async (request) => {
      const accountId = accountIdOf(request)
      const { params, body } = request
      if (Object.keys(body).length === 0) throw faultOf('body', 'names nothing to change')
      if (isBuiltin(params.type)) throw new AppError('CONFLICT', queueFaults.builtin)
      const [known] = await queues.list({ accountId, ...params })
      if (!known) throw noQueue()
      if (body.reason !== undefined && !(body.paused ?? known.paused !== null))
        throw faultOf('reason', queueFaults.noPause)
      await controls.change(accountId, params, body, authorOf(request, clock))
      const [row] = await queues.list({ accountId, ...params })
      // Without its pause and limit the queue of a deleted alias is gone.
      return row ?? { ...known, paused: null, limit: null }
    },
  )

  const aliases = {
    params: typeParams,
    querystring: aliasesQuery,
    summary: 'The aliases that tasks of a type can move to, the best first',
    answer: { body: pageSchema(aliasEvidence) },
  }
  api.get('/queues/:type/aliases', { config, schema: aliases }, async (request) => {
    const accountId = accountIdOf(request)
    const { failure } = request.query
    const seen = failure === undefined ? null : await seenOn(accountId, failure)
    const data = await queues.evidence(accountId, request.params.type, seen)
    if (!data) throw noQueue()
    return { data, total: data.length }
  })
}

const noQueue = () => new AppError('NOT_FOUND', 'Queue not found')
