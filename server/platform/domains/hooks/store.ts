import { sql, type ExpressionBuilder, type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import { MAX_HOOKS, OLD_HOOK_SECRET_HOURS } from '#shared/domains/hooks/constants.ts'
import type { Hook, HookBody, hookFilters, HookPatch, HookSecret } from '#shared/domains/hooks/contract.ts'
import { hookMessages } from '#shared/domains/hooks/messages.ts'
import type { Clock } from '#server/lib/clock.ts'
import { AppError } from '#server/lib/errors.ts'
import { faultOf } from '#server/lib/faults.ts'
import { newWebhookKey } from '#server/lib/standard-webhooks.ts'
import { hookSecretPlace } from '#server/platform/auth/sealed-columns.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import { recordAudit, type Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Conditions } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { requireOwn } from '#server/platform/db/ownership.ts'
import { callsColumn, lastCallColumn, wireHook, type HookRow } from './wire.ts'

export type HookFilters = z.output<typeof hookFilters>
export const hookSortKeys = ['created', 'updated', 'name'] as const

export interface HookStoreOptions {
  db: Kysely<Database>
  seal: Seal
  clock: Clock
  /** The largest limit that an address may have, in runs a minute. */
  mostPerMinute: number
}

export type HookStore = ReturnType<typeof createHookStore>

const HOUR_MS = 3_600_000

/** The start addresses of an account. */
export function createHookStore({ db, seal, clock, mostPerMinute }: HookStoreOptions) {
  const store = createOwnedStore({
    db,
    table: 'hooks',
    sortKeys: hookSortKeys,
    rows: (on) =>
      on
        .selectFrom('hooks')
        .innerJoin('plans', 'plans.id', 'hooks.plan_id')
        .innerJoin('apps', 'apps.id', 'hooks.app_id')
        .selectAll('hooks')
        .select([
          'plans.name as plan_name',
          'apps.name as app_name',
          callsColumn(clock.now()).as('calls'),
          lastCallColumn.as('last'),
        ]),
    matching: (eb: ExpressionBuilder<Database, 'hooks'>, { appId, planId }: HookFilters): Conditions => [
      appId !== undefined && eb('hooks.app_id', '=', appId),
      planId !== undefined && eb('hooks.plan_id', '=', planId),
    ],
    within: ({ plan_id }: HookRow) => plan_id,
    wire: (row: HookRow) => wireHook(row, seal, clock.now()),
  })

  function checkLimit(limit: number | undefined): void {
    if (limit !== undefined && limit > mostPerMinute)
      throw faultOf('limit', hookMessages.overLimit(mostPerMinute))
  }

  return {
    list: store.list,
    find: store.find,
    remove: store.remove,

    /** With its secret in clear. CONFLICT when the account has as many as it may have; NOT_FOUND for a foreign app or plan. */
    async create(accountId: string, author: Author, planId: string, body: HookBody): Promise<Hook> {
      checkLimit(body.limit)
      const secret = newWebhookKey()
      const made = await store.create(accountId, author, async (trx, id) => {
        await requireOwn(trx, accountId, 'plans', planId)
        await requireOwn(trx, accountId, 'apps', body.appId)
        await requireRoom(trx, accountId)
        return {
          app_id: body.appId,
          plan_id: planId,
          name: body.name,
          enabled: body.enabled,
          mapping: body.mapping && JSON.stringify(body.mapping),
          call_limit: body.limit,
          secret: seal.seal(secret, hookSecretPlace(id)),
          secret_created: author.at,
        }
      })
      return { ...made, secret }
    },

    /** CONFLICT when `version` is not the stored one. */
    async update(
      accountId: string,
      author: Author,
      id: string,
      { version, name, enabled, mapping, limit }: HookPatch,
    ): Promise<Hook> {
      checkLimit(limit)
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(enabled === undefined ? {} : { enabled }),
        ...(mapping === undefined ? {} : { mapping: mapping && JSON.stringify(mapping) }),
        ...(limit === undefined ? {} : { call_limit: limit }),
      }
      return store.update(accountId, author, id, () => changes, version)
    },

    /** Makes a new secret; the one before it stays valid for a day, any older one ends. */
    renewSecret(accountId: string, author: Author, id: string): Promise<HookSecret> {
      return db.transaction().execute(async (trx) => {
        await requireOwn(trx, accountId, 'hooks', id)
        const secret = newWebhookKey()
        const until = new Date(author.at.getTime() + OLD_HOOK_SECRET_HOURS * HOUR_MS)
        await trx
          .updateTable('hooks')
          .set({
            old_secret: sql`secret`,
            old_until: until,
            secret: seal.seal(secret, hookSecretPlace(id)),
            secret_created: author.at,
          })
          .where('id', '=', id)
          .execute()
        await recordAudit(trx, accountId, author, { action: 'renew-secret', entity: 'hook', entityId: id })
        return { secret, oldSecretUntil: until.toISOString() }
      })
    },
  }
}

/** Two addresses that are made at the same time count each other. */
async function requireRoom(trx: Transaction<Database>, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`hooks ${accountId}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('hooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_HOOKS) throw new AppError('CONFLICT', hookMessages.most(MAX_HOOKS))
}
