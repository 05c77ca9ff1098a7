import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import {
  collaboratorList,
  type App,
  app as appSchema,
  appBody,
  appFilters,
  appPatch,
  appPatchMany,
  appToken,
  appVariable,
  appWithSecrets,
  type AppWithSecrets,
  tokenBody,
  variableBody,
} from '#shared/domains/apps/contract.ts'
import type { ListedMember } from '#shared/lib/people.ts'
import { id } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf, accountIdOf, authorOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import type { Addresses } from '#server/platform/people/addresses.ts'
import { registerMembers } from '#server/platform/people/member-calls.ts'
import type { MemberList } from '#server/platform/people/member-list.ts'
import { accountChange, revealHeaders } from '#server/platform/plugins/audit.ts'
import { idParams, registerLists, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import { refuseHostile } from '#server/platform/plugins/hostile-input.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { replacedIn } from '#server/platform/auth/replaced-key.ts'
import { maySeeSecrets, requireSecretAccess } from '#server/platform/auth/secret-access.ts'
import type { AppSecretStore } from './secrets.ts'
import { appSortKeys, type AppStore } from './store.ts'

export interface AppRouteDeps {
  db: Kysely<Database>
  store: AppStore
  secrets: AppSecretStore
  clock: Clock
}

const config = { platformAccess: 'account' } as const
const tokenParams = idParams.extend({ tokenId: id })
const variableParams = idParams.extend({ variableId: id })

/** The generic calls of apps, their access tokens and their variables. */
export async function appRoutes(app: FastifyInstance, deps: AppRouteDeps): Promise<void> {
  const { db, store, secrets, clock } = deps
  const api = app.withTypeProvider<ZodTypeProvider>()
  const calls = { table: 'apps', filters: appFilters, store, entity: appSchema } as const
  registerLists(app, { ...calls, sortKeys: appSortKeys })
  registerWrites(app, { ...calls, clock, body: appBody, patch: appPatch, many: appPatchMany })

  const get = {
    params: idParams,
    headers: revealHeaders,
    summary:
      'Get one app, to its collaborators and to owners with its tokens and variables; the audit records what was shown',
    answer: { body: z.union([appWithSecrets, appSchema]) },
  }
  api.get(
    '/apps/:id',
    { config: { ...config, appCalls: 'apps' }, schema: get },
    async (request): Promise<App | AppWithSecrets> => {
      const accountId = accountIdOf(request)
      const found = await store.find(accountId, request.params.id)
      if (!found) throw notFound('apps')
      // A token must not reveal the others, so that deleting a leaked token is enough.
      if (request.caller?.kind !== 'user') return found
      if (!(await maySeeSecrets(db, accountCallerOf(request), found._id))) return found
      const opened = await secrets.open(accountId, found._id)
      return { ...found, ...opened }
    },
  )

  /** The right is judged before the body is read. */
  async function onRequest(request: FastifyRequest): Promise<void> {
    refuseHostile('params', request.params)
    await requireSecretAccess(db, accountCallerOf(request), (request.params as { id: string }).id)
  }

  const addToken = {
    params: idParams,
    body: tokenBody,
    summary: 'Add an access token, also in the place of another one, which stays valid',
    answer: { status: 201, body: appToken },
  }
  api.post(
    '/apps/:id/token',
    { config: { ...accountChange('add-token'), makesSecret: true }, onRequest, schema: addToken },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      reply.code(201)
      const author = authorOf(request, clock)
      return secrets.addToken(accountId, author, request.params.id, replacedIn(request.body, author.at))
    },
  )

  const removeToken = { params: tokenParams, summary: 'Remove an access token; the last one stays' }
  api.delete(
    '/apps/:id/token/:tokenId',
    { config: accountChange('remove-token'), onRequest, schema: removeToken },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { id: appId, tokenId } = request.params
      await secrets.removeToken(accountId, authorOf(request, clock), appId, tokenId)
      return reply.code(204).send()
    },
  )

  const addVariable = {
    params: idParams,
    body: variableBody,
    summary: "Add a variable, which the app's tasks read as $var.{name}",
    answer: { status: 201, body: appVariable },
  }
  api.post(
    '/apps/:id/variables',
    { config: { ...accountChange('add-variable'), makesSecret: true }, onRequest, schema: addVariable },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      reply.code(201)
      return secrets.addVariable(accountId, authorOf(request, clock), request.params.id, request.body)
    },
  )

  const removeVariable = { params: variableParams, summary: 'Remove a variable' }
  api.delete(
    '/apps/:id/variables/:variableId',
    { config: accountChange('remove-variable'), onRequest, schema: removeVariable },
    async (request, reply) => {
      const { accountId } = accountCallerOf(request)
      const { id: appId, variableId } = request.params
      await secrets.removeVariable(accountId, authorOf(request, clock), appId, variableId)
      return reply.code(204).send()
    },
  )
}

export interface CollaboratorRouteDeps {
  list: MemberList
  addresses: Addresses
  clock: Clock
}

/** The collaborators of an app; adding one returns all of them. */
export async function collaboratorRoutes(app: FastifyInstance, deps: CollaboratorRouteDeps): Promise<void> {
  registerMembers(app, {
    ...deps,
    table: 'apps',
    path: 'collaborators',
    listed: { schema: collaboratorList, wire: (collaborators: ListedMember[]) => ({ collaborators }) },
    added: { schema: collaboratorList, wire: (_added, all) => all() },
  })
}
