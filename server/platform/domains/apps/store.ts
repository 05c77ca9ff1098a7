import type { Kysely, Selectable } from 'kysely'
import type { z } from 'zod'
import type { App, AppBody, appFilters, AppPatch } from '#shared/domains/apps/contract.ts'
import { cancellableWorkqueueStatuses } from '#shared/domains/workqueues/contract.ts'
import { AppError } from '#server/lib/errors.ts'
import { issueAppToken } from '#server/platform/auth/app-tokens.ts'
import type { Seal } from '#server/platform/auth/seal.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createdBetween } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import type { AppTable } from '#server/platform/db/tables/apps.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'
import { addCreator } from '#server/platform/people/joining.ts'

export type AppFilters = z.output<typeof appFilters>

export const appSortKeys = ['created', 'updated', 'name'] as const

export type AppStore = ReturnType<typeof createAppStore>

/** Apps of an account. */
export function createAppStore(db: Kysely<Database>, seal: Seal) {
  const store = createOwnedStore({
    db,
    table: 'apps',
    sortKeys: appSortKeys,
    rows: (on) => on.selectFrom('apps').selectAll(),
    matching: (eb, { name, ...range }: AppFilters) => [
      name !== undefined && eb('name', '=', name),
      ...createdBetween(eb, 'created', range),
    ],
    wire: wireApp,
  })

  return {
    ...store,

    /** Creates an app with its first access token, and its creator as the first collaborator. */
    create: (accountId: string, author: Author, body: AppBody) =>
      store.create(accountId, author, body, async (trx, id) => {
        await issueAppToken(trx, seal, { id, accountId }, author)
        await addCreator(trx, { ownerTable: 'apps', accountId, id }, author)
      }),

    /** CONFLICT when the app was changed since `version`. */
    update: (accountId: string, author: Author, id: string, { version, ...patch }: AppPatch) =>
      store.update(accountId, author, id, () => patch, version),

    updateMany: (accountId: string, author: Author, filters: AppFilters, patch: Partial<AppBody>) =>
      store.updateMany(accountId, author, filters, patch, { versioned: true }),

    /** Deletes an app with all its runs; CONFLICT while one of them is live. */
    remove: (accountId: string, author: Author, id: string) =>
      // The lock on the app's row blocks new runs, which take a share lock on it.
      store.remove(accountId, author, id, async (trx) => {
        const live = await trx
          .selectFrom('workqueues')
          .select('id')
          .where('account_id', '=', accountId)
          .where('app_id', '=', id)
          .where('status', 'in', [...cancellableWorkqueueStatuses])
          .limit(1)
          .executeTakeFirst()
        if (live) throw new AppError('CONFLICT', 'The app has workqueues that have not ended')
      }),
  }
}

type AppRow = Selectable<AppTable>

const wireApp = wireForm<App>()((row: AppRow) => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  ...wireAuthored(row),
}))
