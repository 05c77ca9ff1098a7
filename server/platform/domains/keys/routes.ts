import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { keyFilters, keyRow, keySortKeys } from '#shared/domains/keys/contract.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listQuery, type PageRequest } from '#server/platform/db/listing.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { pageSchema } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { KeyFilters, KeyListStore, KeySort } from './store.ts'

/** `GET keys`. Keys are made and deleted by the calls of their apps, aliases and start addresses. */
export async function keyRoutes(
  app: FastifyInstance,
  { db, store }: { db: Kysely<Database>; store: KeyListStore },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const list = {
    querystring: listQuery(keyFilters, keySortKeys),
    summary: 'All tokens and keys with their age, end and last use, without secrets',
    answer: { body: pageSchema(keyRow) },
  }
  api.get(
    '/keys',
    { config: { platformAccess: 'account', feature: 'keys' }, schema: list },
    async (request) => {
      const caller = accountCallerOf(request)
      const { page, pagesize, sort, ...filters } = request.query as KeyFilters & PageRequest<KeySort>
      await requireOwn(db, caller.accountId, 'apps', filters.appId)
      await requireOwn(db, caller.accountId, 'workers', filters.workerId)
      return store.list(caller, filters, { page, pagesize, ...(sort ? { sort } : {}) })
    },
  )
}
