import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import {
  livingWorkerFilters,
  worker,
  workerBody,
  workerFilters,
  workerPatch,
  workersPatch,
  workerWithSecrets,
} from '#shared/domains/workers/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { notFound, requireOwn } from '#server/platform/db/ownership.ts'
import { idParams, registerLists, registerWrites } from '#server/platform/plugins/generic-calls.ts'
import { recordReveal, revealHeaders } from '#server/platform/plugins/reveal.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import { aliasRoutes } from './alias-routes.ts'
import type { AliasStore } from './aliases.ts'
import type { KeyStore } from './keys.ts'
import { workerSortKeys, type WorkerStore } from './store.ts'

export interface WorkerRouteDeps {
  db: Kysely<Database>
  store: WorkerStore
  aliases: AliasStore
  keys: KeyStore
  clock: Clock
}

/** The generic calls of workers, their aliases and private keys (spec section 7). */
export async function workerRoutes(app: FastifyInstance, deps: WorkerRouteDeps): Promise<void> {
  const { db, store, aliases, clock } = deps
  const calls = { table: 'workers', store, entity: worker } as const
  registerLists(app, {
    ...calls,
    filters: workerFilters,
    sortKeys: workerSortKeys,
    checkFilters: (accountId, { teamId }) => requireOwn(db, accountId, 'teams', teamId),
  })
  registerWrites(app, {
    ...calls,
    clock,
    filters: livingWorkerFilters,
    body: workerBody,
    patch: workerPatch,
    many: workersPatch,
  })

  const get = {
    params: idParams,
    headers: revealHeaders,
    summary: 'Get one worker with the secrets of its aliases; x-reveal has the look at them audited',
    answer: { body: workerWithSecrets },
  }
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/workers/:id', { config: { platformAccess: 'account' }, schema: get }, async (request) => {
      const { accountId } = accountCallerOf(request)
      const found = await store.find(accountId, request.params.id)
      if (!found) throw notFound('workers')
      const opened = await aliases.opened(accountId, found)
      await recordReveal(deps, request, 'workers', found._id)
      return { ...found, aliases: opened }
    })

  await aliasRoutes(app, deps)
}
