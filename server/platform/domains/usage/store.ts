import { sql, type Kysely } from 'kysely'
import { scriptTaskType } from '#shared/domains/scripts/rules.ts'
import type { LastUse, Usage } from '#shared/domains/usage/contract.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Database } from '#server/platform/db/database.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import type { UsedColumns } from '#server/platform/db/tables/columns.ts'
import { scopeOfDeployments, scopeOfType, scopeOfVariable } from './scope.ts'
import {
  deploymentsThat,
  hooksOfPlan,
  validKeysOf,
  plansWith,
  pollersOf,
  readUses,
  runsOfPlan,
  schedulesOfPlan,
  runsToCome,
  tasksToHandOut,
  tasksUnderWay,
} from './sources.ts'

export type UsageStore = ReturnType<typeof createUsageStore>

/** The queue of an alias of a worker that is not deleted. */
interface AliasRow {
  id: string
  workerId: string
  type: string
}

/** What uses the entities of an account. Each answer is NOT_FOUND for what the account does not have. */
export function createUsageStore(db: Kysely<Database>, clock: Clock) {
  async function aliasOf(accountId: string, workerId: string, name: string): Promise<AliasRow> {
    await requireOwn(db, accountId, 'workers', workerId)
    const row = await db
      .selectFrom('worker_aliases as a')
      .innerJoin('workers as w', 'w.id', 'a.worker_id')
      .select(['a.id', 'w.id as workerId', 'w.type'])
      .where('w.account_id', '=', accountId)
      .where('w.id', '=', workerId)
      .where('a.name', '=', name)
      .executeTakeFirst()
    if (!row) throw new AppError('NOT_FOUND', 'Alias not found')
    return row
  }

  return {
    async plan(accountId: string, id: string): Promise<Usage> {
      await requireOwn(db, accountId, 'plans', id)
      const starts = {
        defined: (task: ReturnType<typeof sql>) => sql<boolean>`
          ${task} ->> 'type' in ('task.workforce.plan', 'task.workforce.map') and ${task} -> 'inputs' ->> 'plan' = ${id}`,
        text: sql<string>`${id}::text`,
      }
      const sources = [
        runsOfPlan(accountId, id),
        schedulesOfPlan(accountId, id),
        hooksOfPlan(accountId, id),
        plansWith(accountId, starts, id),
      ]
      return { uses: await readUses(db, sources) }
    },

    async worker(accountId: string, id: string): Promise<Usage> {
      await requireOwn(db, accountId, 'workers', id)
      const { type } = await db
        .selectFrom('workers')
        .select('type')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const scope = scopeOfType(type)
      return {
        uses: await readUses(db, [
          ...tasksUnderWay(accountId, scope),
          runsToCome(accountId, scope),
          pollersOf(accountId, scope, clock.now()),
          deploymentsThat(accountId, sql`d.worker_id = ${id}`),
          plansWith(accountId, scope),
        ]),
      }
    },

    async alias(accountId: string, workerId: string, name: string): Promise<Usage> {
      const alias = await aliasOf(accountId, workerId, name)
      const scope = scopeOfType(alias.type, name)
      return {
        uses: await readUses(db, [
          ...tasksUnderWay(accountId, scope),
          runsToCome(accountId, scope),
          pollersOf(accountId, scope, clock.now()),
          deploymentsThat(accountId, sql`d.worker_id = ${workerId} and d.alias = ${name}`),
          plansWith(accountId, scope),
          validKeysOf(accountId, alias.id, clock.now()),
        ]),
      }
    },

    async script(accountId: string, id: string): Promise<Usage> {
      await requireOwn(db, accountId, 'scripts', id)
      const { name } = await db
        .selectFrom('scripts')
        .select('name')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const scope = scopeOfType(scriptTaskType(name))
      const sources = [
        ...tasksUnderWay(accountId, scope),
        runsToCome(accountId, scope),
        plansWith(accountId, scope),
      ]
      return { uses: await readUses(db, sources) }
    },

    async cluster(accountId: string, id: string): Promise<Usage> {
      await requireOwn(db, accountId, 'clusters', id)
      const its = sql<boolean>`d.account_id = ${accountId} and d.cluster_id = ${id}`
      const scope = scopeOfDeployments(its)
      return {
        uses: await readUses(db, [...tasksUnderWay(accountId, scope), deploymentsThat(accountId, its)]),
      }
    },

    async deployment(accountId: string, id: string): Promise<Usage> {
      await requireOwn(db, accountId, 'deployments', id)
      const scope = scopeOfDeployments(sql`d.account_id = ${accountId} and d.id = ${id}`)
      const sources = [...tasksUnderWay(accountId, scope), pollersOf(accountId, scope, clock.now())]
      return { uses: await readUses(db, sources) }
    },

    /** A task gets the value when it is handed to a worker. */
    async variable(accountId: string, appId: string, id: string): Promise<Usage> {
      const variable = await db
        .selectFrom('app_variables')
        .select('name')
        .where('account_id', '=', accountId)
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!variable) throw new AppError('NOT_FOUND', 'Variable not found')
      const scope = scopeOfVariable(variable.name)
      const sources = [
        tasksToHandOut(accountId, appId, scope),
        runsToCome(accountId, scope, appId),
        plansWith(accountId, scope),
      ]
      return { uses: await readUses(db, sources) }
    },

    async token(accountId: string, appId: string, id: string): Promise<Usage> {
      const token = await db
        .selectFrom('app_tokens')
        .select(['last_used', 'last_used_by'])
        .where('account_id', '=', accountId)
        .where('app_id', '=', appId)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!token) throw new AppError('NOT_FOUND', 'Token not found')
      return { uses: [], lastUsed: lastUseOf(token) }
    },

    async privateKey(accountId: string, workerId: string, name: string, id: string): Promise<Usage> {
      const alias = await aliasOf(accountId, workerId, name)
      const key = await db
        .selectFrom('alias_keys')
        .select(['last_used', 'last_used_by'])
        .where('account_id', '=', accountId)
        .where('alias_id', '=', alias.id)
        .where('id', '=', id)
        .executeTakeFirst()
      if (!key) throw new AppError('NOT_FOUND', 'Private key not found')
      const scope = scopeOfType(alias.type, name)
      const sources = [...tasksUnderWay(accountId, scope), validKeysOf(accountId, alias.id, clock.now(), id)]
      return { uses: await readUses(db, sources), lastUsed: lastUseOf(key) }
    },
  }
}

const lastUseOf = ({ last_used, last_used_by }: UsedColumns): LastUse | null =>
  last_used && { at: last_used.toISOString(), by: last_used_by ?? '' }
