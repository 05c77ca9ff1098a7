import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { usage } from '#shared/domains/usage/contract.ts'
import { id, text } from '#shared/lib/wire.ts'
import { accountCallerOf } from '#server/platform/auth/caller.ts'
import { requireSecretAccess } from '#server/platform/auth/secret-access.ts'
import type { Database } from '#server/platform/db/database.ts'
import { idParams } from '#server/platform/plugins/generic-calls.ts'
import type { ZodTypeProvider } from '#server/platform/plugins/validation.ts'
import type { UsageStore } from './store.ts'

const config = { platformAccess: 'account', feature: 'usage' } as const
const aliasParams = idParams.extend({ alias: text(100) })
const keyParams = aliasParams.extend({ keyId: id })
const variableParams = idParams.extend({ variableId: id })
const tokenParams = idParams.extend({ tokenId: id })

const schemaOf = <Params>(params: Params, what: string) => ({
  params,
  summary: `What uses ${what}: what its change or its deletion affects`,
  answer: { body: usage },
})

/** `GET {entity}/usage` of everything that can be changed or deleted while other things depend on it. */
export async function usageRoutes(
  app: FastifyInstance,
  { db, store }: { db: Kysely<Database>; store: UsageStore },
): Promise<void> {
  const api = app.withTypeProvider<ZodTypeProvider>()
  const whole = {
    plans: 'plan',
    workers: 'worker',
    scripts: 'script',
    clusters: 'cluster',
    deployments: 'deployment',
  } as const
  for (const [plural, kind] of Object.entries(whole))
    api.get(`/${plural}/:id/usage`, { config, schema: schemaOf(idParams, `a ${kind}`) }, (request) =>
      store[kind](accountCallerOf(request).accountId, request.params.id),
    )

  api.get(
    '/workers/:id/aliases/:alias/usage',
    { config, schema: schemaOf(aliasParams, 'an alias') },
    (request) => {
      const { id: workerId, alias } = request.params
      return store.alias(accountCallerOf(request).accountId, workerId, alias)
    },
  )
  api.get(
    '/workers/:id/aliases/:alias/jwt/:keyId/usage',
    { config, schema: schemaOf(keyParams, 'a private key') },
    (request) => {
      const { id: workerId, alias, keyId } = request.params
      return store.privateKey(accountCallerOf(request).accountId, workerId, alias, keyId)
    },
  )
  // Users who may not see the secrets of an app do not see what they are called either.
  api.get(
    '/apps/:id/variables/:variableId/usage',
    { config, schema: schemaOf(variableParams, 'a variable') },
    async (request) => {
      const caller = accountCallerOf(request)
      const { id: appId, variableId } = request.params
      await requireSecretAccess(db, caller, appId)
      return store.variable(caller.accountId, appId, variableId)
    },
  )
  api.get(
    '/apps/:id/token/:tokenId/usage',
    { config, schema: schemaOf(tokenParams, 'an access token') },
    async (request) => {
      const caller = accountCallerOf(request)
      const { id: appId, tokenId } = request.params
      await requireSecretAccess(db, caller, appId)
      return store.token(caller.accountId, appId, tokenId)
    },
  )
}
