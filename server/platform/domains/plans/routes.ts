import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  plan,
  planChange,
  planFilters,
  planListFilters,
  planPatch,
  planRevision,
  planRunBody,
  type Plan,
} from '#shared/domains/plans/contract.ts'
import {
  definition,
  definitionFields,
  workqueue,
  type Definition,
  type Workqueue,
} from '#shared/domains/workqueues/contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { pagingQuery, id } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { whereQuery } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, modified, pageSchema, registerReads } from '#server/platform/plugins/generic-calls.ts'
import { requestNameOf, startHeaders } from '#server/platform/plugins/request-name.ts'
import { requireDefinition, type ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { RevisionStore } from './revisions.ts'
import { planSortKeys, type PlanStore } from './store.ts'

export interface PlanRouteDeps {
  db: Kysely<Database>
  store: PlanStore
  revisions: RevisionStore
  clock: Clock
  /** Starts a run of a plan and returns it. */
  runPlan(
    accountId: string,
    author: Author,
    run: {
      appId: string
      planId: string
      initialState: JsonObject | undefined
      priority: number | undefined
      requestName: string | undefined
    },
  ): Promise<Workqueue>
}

const config = { platformAccess: 'account' } as const
/** `requireDefinition` checks the rules and names every fault. */
const planBody = z.record(z.string(), z.unknown())
const versionParams = idParams.extend({ version: z.coerce.number().int().min(1) })
const runQuery = z.strictObject({ appId: id })

/**
 * The generic calls of plans, `POST plans/{id}/run`, and the revisions of a plan. A revision is restored by
 * an ordinary PUT of its content with the current version of the plan.
 */
export async function planRoutes(app: FastifyInstance, deps: PlanRouteDeps): Promise<void> {
  const { db, store, revisions, clock, runPlan } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  registerReads(app, {
    table: 'plans',
    entity: plan,
    filters: planListFilters,
    sortKeys: planSortKeys,
    store,
    listFeature: 'listSearch',
    appCalls: { lists: 'filtered', one: 'shared' },
    checkFilters: (accountId, { appId }) => requireOwn(db, accountId, 'apps', appId),
  })

  const create = {
    body: planBody,
    described: definition,
    summary: 'Create one plan',
    answer: { status: 201, body: plan },
  }
  api.post('/plans', { config, schema: create }, async (request, reply) => {
    const checked = requireDefinition(request.body)
    reply.code(201)
    return store.create(accountCallerOf(request).accountId, authorOf(request, clock), checked)
  })

  api.put(
    '/plans/:id',
    {
      config,
      schema: {
        params: idParams,
        body: planChange,
        described: definitionFields.partial().extend(planChange.shape),
        summary: 'Change one plan',
        answer: { body: plan },
      },
    },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      const { version, ...body } = request.body
      // A plan that was read, edited and written back is complete: what it lacks was removed.
      const isWhole = version !== undefined && 'name' in body && 'tasks' in body
      const change = (current: Plan) =>
        requireDefinition(isWhole ? body : { ...definitionOf(current), ...body })
      return store.update(accountId, authorOf(request, clock), request.params.id, change, version)
    },
  )

  const list = {
    params: idParams,
    querystring: z.strictObject(pagingQuery.shape),
    summary: 'List the revisions of a plan, newest first',
    answer: { body: pageSchema(planRevision) },
  }
  api.get('/plans/:id/revisions', { config, schema: list }, (request) =>
    revisions.list(accountCallerOf(request).accountId, request.params.id, request.query),
  )

  const one = {
    params: versionParams,
    summary: 'Get a plan as it was at a version',
    answer: { body: plan },
  }
  api.get('/plans/:id/revisions/:version', { config, schema: one }, (request) =>
    revisions.find(accountCallerOf(request).accountId, request.params.id, request.params.version),
  )

  const changeMany = {
    querystring: whereQuery(planFilters.omit({ appId: true })),
    body: planPatch,
    summary: 'Change all plans that pass a filter',
    answer: { body: modified },
  }
  api.put('/plans', { config, schema: changeMany }, async (request) => {
    const { accountId } = accountCallerOf(request)
    return store.updateMany(accountId, authorOf(request, clock), request.query.where, request.body)
  })

  const remove = { params: idParams, summary: 'Delete one plan' }
  api.delete('/plans/:id', { config, schema: remove }, async (request, reply) => {
    await store.remove(accountCallerOf(request).accountId, authorOf(request, clock), request.params.id)
    return reply.code(204).send()
  })

  api.post(
    '/plans/:id/run',
    {
      config: { ...accountChange('start'), appCalls: 'filtered' },
      schema: {
        headers: startHeaders,
        params: idParams,
        querystring: runQuery,
        body: planRunBody,
        summary: 'Start a run of a plan',
        answer: { body: workqueue },
      },
    },
    async (request) => {
      const accountId = accountIdOf(request)
      const { appId } = request.query
      const { initialState, priority, requestId } = request.body
      const requestName = requestNameOf(request.headers, requestId)
      const run = { appId, planId: request.params.id, initialState, priority, requestName }
      return runPlan(accountId, authorOf(request, clock), run)
    },
  )
}

/** The stored fields, which a partial body keeps. */
function definitionOf(plan: Plan): Definition {
  const { name, description, tags, initialState, inputSchema, outputsDef, firstTasks, errorTasks, tasks } =
    plan
  const states = { initialState, inputSchema, outputsDef }
  const { expectedMs, deadlineMs, onDeadline, priority } = plan
  const times = { expectedMs, deadlineMs, onDeadline }
  return { name, description, tags, ...states, firstTasks, errorTasks, ...times, priority, tasks }
}
