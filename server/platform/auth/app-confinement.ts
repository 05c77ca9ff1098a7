import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { Kysely } from 'kysely'
import type { Database } from '../db/database.ts'
import { notFound } from '../db/ownership.ts'
import type { AppCaller } from './caller.ts'
import type { ConfinedTable } from './route-table.ts'

/** Fields of queries and bodies that name rows of an app. */
const references: Record<string, ConfinedTable> = {
  appId: 'apps',
  workQueueId: 'workqueues',
  rerunOf: 'workqueues',
  parentId: 'workqueues',
}

/**
 * Checks calls with an app's token before the handler runs: every entity they name must belong to the app,
 * else NOT_FOUND, as if the account did not have it. Rows never move between apps, so the check stays valid.
 */
export const appConfinement = fp<{ db: Kysely<Database> }>(
  async (app, { db }) => {
    app.addHook('preHandler', async (request) => {
      const { caller, routeOptions } = request
      if (caller?.kind !== 'app') return
      for (const [table, id] of named(request)) await requireOfApp(db, caller, table, id)
      if (routeOptions.config.appCalls === 'filtered') fieldsOf(request.query)['appId'] = caller.appId
    })
  },
  { name: 'app-confinement', fastify: '5.x', dependencies: ['caller-resolution'] },
)

function named(request: FastifyRequest): [ConfinedTable, string][] {
  const { appCalls } = request.routeOptions.config
  const { id } = fieldsOf(request.params)
  const found: [ConfinedTable, unknown][] = Object.entries(references).flatMap(([name, table]) =>
    [request.query, request.body].map((part): [ConfinedTable, unknown] => [table, fieldsOf(part)[name]]),
  )
  if (appCalls && appCalls !== 'filtered' && appCalls !== 'shared') found.push([appCalls, id])
  // The route itself refuses values that are no text.
  return found.filter((entry): entry is [ConfinedTable, string] => typeof entry[1] === 'string')
}

const fieldsOf = (part: unknown) => (part ?? {}) as Record<string, unknown>

async function requireOfApp(
  db: Kysely<Database>,
  { accountId, appId }: AppCaller,
  table: ConfinedTable,
  id: string,
): Promise<void> {
  if (table === 'apps') {
    if (id !== appId) throw notFound(table)
    return
  }
  const found = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('app_id', '=', appId)
    .executeTakeFirst()
  if (!found) throw notFound(table)
}
