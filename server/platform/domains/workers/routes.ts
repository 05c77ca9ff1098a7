import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  alias,
  aliasBody,
  aliasesOfType,
  activeWorkerFilters,
  newPrivateKey,
  privateKeyBody,
  worker,
  workerBody,
  workerFilters,
  workerInputs,
  workerPatch,
  workersPatch,
  workerWithSecrets,
} from '#shared/domains/workers/contract.ts'
import { accessKeyBody } from '#shared/domains/keys/contract.ts'
import { id, text } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { faultOf } from '#server/lib/faults.ts'
import { accountCallerOf, authorOf } from '#server/platform/auth/caller.ts'
import { endIn, replacedIn } from '#server/platform/auth/replaced-key.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { accountChange, revealHeaders } from '#server/platform/plugins/audit.ts'
import { idParams, registerLists, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { aliasNamesOfType } from '#server/platform/queue/alias-credentials.ts'
import type { AccessKeyStore } from './access-keys.ts'
import type { AliasStore } from './aliases.ts'
import type { KeyStore } from './keys.ts'
import { workerSortKeys, type WorkerStore } from './store.ts'

export interface WorkerRouteDeps {
  db: Kysely<Database>
  store: WorkerStore
  aliases: AliasStore
  keys: KeyStore
  accessKeys: AccessKeyStore
  clock: Clock
}

/** The generic calls of workers, their aliases and private keys. */
export async function workerRoutes(app: FastifyInstance, deps: WorkerRouteDeps): Promise<void> {
  const { db, store, aliases, clock } = deps
  const calls = { table: 'workers', store, entity: worker } as const
  registerLists(app, {
    ...calls,
    filters: workerFilters,
    sortKeys: workerSortKeys,
    listFeature: 'listSearch',
    checkFilters: (accountId, { teamId }) => requireOwn(db, accountId, 'teams', teamId),
  })
  registerWrites(app, {
    ...calls,
    clock,
    filters: activeWorkerFilters,
    body: workerBody,
    patch: workerPatch,
    many: workersPatch,
  })

  const get = {
    params: idParams,
    headers: revealHeaders,
    summary: 'Get one worker with the secrets of its aliases; the audit records what was shown',
    answer: { body: workerWithSecrets },
  }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/workers/:id', { config: { platformAccess: 'account' }, schema: get }, async (request) => {
      const { accountId } = accountCallerOf(request)
      const found = await store.find(accountId, request.params.id)
      if (!found) throw notFound('workers')
      const opened = await aliases.opened(accountId, found)
      return { ...found, aliases: opened }
    })

  const inputs = {
    querystring: z.strictObject({ type: text(500).optional() }),
    summary: 'The inputs that tasks take, of the workers that state them',
    answer: { body: z.object({ data: z.array(workerInputs) }) },
  }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/workers/inputs',
      { config: { platformAccess: 'account', feature: 'workerInputs' }, schema: inputs },
      async (request) => ({
        data: await store.inputs(accountCallerOf(request).accountId, request.query.type),
      }),
    )

  await aliasRoutes(app, deps)
}

const config = { platformAccess: 'account' } as const
const aliasParams = idParams.extend({ alias: text(100) })
const keyParams = aliasParams.extend({ keyId: id })
const typeParams = z.object({ type: text(500) })

/** Aliases of workers and the keys that sign their reports. */
export async function aliasRoutes(app: FastifyInstance, deps: WorkerRouteDeps): Promise<void> {
  const { db, aliases, keys, accessKeys, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()

  const add = {
    params: idParams,
    body: aliasBody,
    summary: 'Add an alias to a worker',
    answer: { status: 201, body: alias },
  }
  api.post(
    '/workers/:id/aliases',
    { config: { ...accountChange('add-alias'), makesSecret: true }, schema: add },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { aliasName, _id = request.params.id } = request.body
      if (_id !== request.params.id) throw faultOf('_id', 'must be that of the worker in the address')
      reply.code(201)
      return aliases.add(accountId, authorOf(request, clock), request.params.id, aliasName)
    },
  )

  const remove = { params: aliasParams, summary: 'Delete an alias that no task waits for' }
  api.delete(
    '/workers/:id/aliases/:alias',
    { config: accountChange('remove-alias'), schema: remove },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      await aliases.remove(accountId, authorOf(request, clock), request.params.id, request.params.alias)
      return reply.code(204).send()
    },
  )

  const addKey = {
    params: aliasParams,
    body: privateKeyBody,
    summary: 'Make a private key, which only this answer holds',
    answer: { body: newPrivateKey },
  }
  api.put(
    '/workers/:id/aliases/:alias/jwt',
    { config: { ...accountChange('add-private-key'), makesSecret: true }, schema: addKey },
    async (request) => {
      const { accountId } = accountCallerOf(request)
      const address = { accountId, workerId: request.params.id, alias: request.params.alias }
      const author = authorOf(request, clock)
      return keys.add(author, address, request.body.name, replacedIn(request.body, author.at))
    },
  )

  const renewAccess = {
    params: aliasParams,
    body: accessKeyBody,
    summary: 'Make a new access key of an alias; the old one stays valid',
    answer: { body: alias },
  }
  api.post(
    '/workers/:id/aliases/:alias/accessKey',
    {
      config: { ...accountChange('add-access-key'), feature: 'keys', makesSecret: true },
      schema: renewAccess,
    },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { id: workerId, alias: name } = request.params
      const author = authorOf(request, clock)
      await accessKeys.replace(
        author,
        { accountId, workerId, alias: name },
        endIn(request.body.oldEnds, author.at),
      )
      reply.code(200)
      return aliases.openedOne(accountId, workerId, name)
    },
  )

  const removeAccess = { params: keyParams, summary: 'Delete an access key that an alias had before' }
  api.delete(
    '/workers/:id/aliases/:alias/accessKey/:keyId',
    { config: { ...accountChange('remove-access-key'), feature: 'keys' }, schema: removeAccess },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { id: workerId, alias: name, keyId } = request.params
      await accessKeys.remove(authorOf(request, clock), { accountId, workerId, alias: name }, keyId)
      return reply.code(204).send()
    },
  )

  const removeKey = { params: keyParams, summary: 'Delete a private key' }
  api.delete(
    '/workers/:id/aliases/:alias/jwt/:keyId',
    { config: accountChange('remove-private-key'), schema: removeKey },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const address = { accountId, workerId: request.params.id, alias: request.params.alias }
      await keys.remove(authorOf(request, clock), address, request.params.keyId)
      return reply.code(204).send()
    },
  )

  const byType = {
    params: typeParams,
    summary: 'Names of the aliases that run a type of tasks',
    answer: { body: aliasesOfType },
  }
  api.get('/workers/bytype/:type', { config, schema: byType }, async (request) => {
    const names = await aliasNamesOfType(db, accountCallerOf(request).accountId, request.params.type)
    if (!names) throw notFound('workers')
    return { data: { aliases: names.map((name) => ({ name })) } }
  })
}
