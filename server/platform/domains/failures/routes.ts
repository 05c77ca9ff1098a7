import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { receipt } from '#shared/bulk/contract.ts'
import {
  assignBody,
  failureFilters,
  failureGroup,
  failureRestartBody,
  failureTask,
  failureTaskFilters,
  muteBody,
} from '#shared/domains/failures/contract.ts'
import { noteBody } from '#shared/lib/note.ts'
import { pagingQuery } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Bulk } from '#server/platform/bulk/bulk.ts'
import { isUnderWay, startReceipt } from '#server/platform/bulk/routes.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { accountChange } from '#server/platform/plugins/audit.ts'
import { idParams, noFields, pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { aliasNamesOfType } from '#server/platform/queue/alias-credentials.ts'
import type { FailureChanges } from './changes.ts'
import { failureSortKeys, type FailureFilters, type FailureSortKey, type FailureStore } from './store.ts'

export interface FailureRouteDeps {
  db: Kysely<Database>
  store: FailureStore
  changes: FailureChanges
  bulk: Bulk
  clock: Clock
}

const feature = 'failures'
const reading = { platformAccess: 'account', feature } as const
/** Tasks of a group that one restart takes up. */
const MOST_RESTARTED = 50_000

/** Groups of failed attempts: reads, what people decide about them, and the restart of their tasks. */
export async function failureRoutes(app: FastifyInstance, deps: FailureRouteDeps): Promise<void> {
  const { db, store } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  const list = {
    querystring: listQuery(failureFilters, failureSortKeys),
    summary: 'List failures by cause; without a state the open and the regressed ones',
    answer: { body: pageSchema(failureGroup) },
  }
  api.get('/failures', { config: { ...reading, appCalls: 'filtered' }, schema: list }, async (request) => {
    const accountId = accountIdOf(request)
    const { page, pagesize, sort, ...filters } = request.query as FailureFilters & PageRequest<FailureSortKey>
    await requireOwn(db, accountId, 'apps', filters.appId)
    return store.list(accountId, filters, { page, pagesize, ...(sort ? { sort } : {}) }, appOf(request))
  })

  const one = { params: idParams, summary: 'Get one failure', answer: { body: failureGroup } }
  api.get('/failures/:id', { config: { ...reading, appCalls: 'shared' }, schema: one }, async (request) => {
    const found = await store.findWithRestarts(accountIdOf(request), request.params.id, appOf(request))
    if (!found) throw notFound('failure_groups')
    return found
  })

  const tasks = {
    params: idParams,
    querystring: z.strictObject({ ...pagingQuery.shape, ...failureTaskFilters.shape }),
    summary: 'The tasks of a failure, newest first',
    answer: { body: pageSchema(failureTask) },
  }
  api.get(
    '/failures/:id/tasks',
    { config: { ...reading, appCalls: 'shared' }, schema: tasks },
    async (request) => {
      const [accountId, { id }] = [accountIdOf(request), request.params]
      if (!(await store.find(accountId, id, appOf(request)))) throw notFound('failure_groups')
      return store.tasks(accountId, id, request.query, appOf(request))
    },
  )

  decisions(app, deps)
  restarts(app, deps)
}

/** The app of a program, which sees nothing of other apps. */
function appOf({ caller }: FastifyRequest): string | undefined {
  return caller?.kind === 'app' ? caller.appId : undefined
}

/** Mute, unmute, assign, note and close; each answers the group. */
function decisions(app: FastifyInstance, { store, changes, clock }: FailureRouteDeps): void {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const config = (action: string) => ({ ...accountChange(action), feature }) as const
  const answer = { params: idParams, answer: { body: failureGroup } }
  const decide = async (
    request: FastifyRequest,
    id: string,
    change: (target: Parameters<FailureChanges['close']>[0]) => Promise<void>,
  ) => {
    const { accountId } = accountCallerOf(request)
    await change({ accountId, author: authorOf(request, clock), id })
    return store.require(accountId, id)
  }

  const mute = { ...answer, body: muteBody, summary: 'Mute a failure until a moment, or until it changes' }
  api.post('/failures/:id/mute', { config: config('mute'), schema: mute }, (request) =>
    decide(request, request.params.id, (target) => changes.mute(target, request.body.until)),
  )
  const unmute = { ...answer, body: noFields, summary: 'End the mute of a failure' }
  api.post('/failures/:id/unmute', { config: config('unmute'), schema: unmute }, (request) =>
    decide(request, request.params.id, changes.unmute),
  )
  const assign = { ...answer, body: assignBody, summary: 'Give a failure to a member of the account' }
  api.post('/failures/:id/assign', { config: config('assign'), schema: assign }, (request) =>
    decide(request, request.params.id, (target) => changes.assign(target, request.body.userId)),
  )
  const note = { ...answer, body: noteBody, summary: 'Write the note of a failure; an empty text removes it' }
  api.put(
    '/failures/:id/note',
    { config: { ...config('note'), feature: 'notes' }, schema: note },
    (request) => decide(request, request.params.id, (target) => changes.note(target, request.body.text)),
  )
  const close = { ...answer, body: noFields, summary: 'Close a failure; the next one reopens it' }
  api.post('/failures/:id/close', { config: config('close'), schema: close }, (request) =>
    decide(request, request.params.id, changes.close),
  )
}

function restarts(app: FastifyInstance, { db, store, changes, bulk, clock }: FailureRouteDeps): void {
  const schema = {
    params: idParams,
    body: failureRestartBody,
    summary: 'Restart the tasks of a failure, on their alias or on another',
    answer: { body: receipt },
  }
  const config = { ...accountChange('restart'), feature } as const
  app
    .withTypeProvider<ZodTypeProvider>()
    .post('/failures/:id/restart', { config, schema }, async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { alias, holdSeconds } = request.body
      const { _id: id, title, type } = await store.require(accountId, request.params.id)
      if (alias !== undefined && !(await aliasNamesOfType(db, accountId, type))?.includes(alias))
        throw faultOf('alias', `is not one of ${type}`)
      const rows = await store.restartable(accountId, id, MOST_RESTARTED)
      const author = authorOf(request, clock)
      const selection = { by: 'failure', id, title } as const
      const started = {
        action: 'restart-tasks',
        requestId: undefined,
        selection,
        rows,
        alias,
        holdSeconds,
      } as const
      const answer = await startReceipt(bulk, accountId, author, started)
      await changes.restarted(accountId, id)
      return reply.code(isUnderWay(answer) ? 202 : 200).send(answer)
    })
}
