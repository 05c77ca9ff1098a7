import { sql, type Kysely, type Selectable } from 'kysely'
import type { z } from 'zod'
import type { App, AppBody, appFilters } from '../../../../shared/domains/apps/contract.ts'
import { cancellableWorkqueueStatuses } from '../../../../shared/domains/workqueues/contract.ts'
import type { Page } from '../../../../shared/lib/wire.ts'
import { AppError } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { recordAudit, type Author } from '../../db/audit.ts'
import type { AppTable, Database } from '../../db/database.ts'
import {
  allOf,
  createdBetween,
  equals,
  orderBy,
  selectCount,
  selectPage,
  type PageRequest,
} from '../../db/listing.ts'
import { notFound } from '../../db/ownership.ts'
import { updateMany, type Modified } from '../../db/update-many.ts'

export type AppFilters = z.output<typeof appFilters>

export const appSortKeys = ['created', 'updated', 'name'] as const
export type AppSortKey = (typeof appSortKeys)[number]
const sortColumns = { created: 'created', updated: 'updated', name: 'name' }

export type AppStore = ReturnType<typeof createAppStore>

/** Apps of an account. Every statement names the account, so a foreign id finds nothing. */
export function createAppStore(db: Kysely<Database>) {
  const matching = (accountId: string, filters: AppFilters) =>
    allOf([
      equals('account_id', accountId),
      filters.name !== undefined && equals('name', filters.name),
      ...createdBetween('created', filters),
    ])

  const selection = (accountId: string, filters: AppFilters) => ({
    columns: sql`*`,
    from: sql`apps`,
    where: matching(accountId, filters),
  })

  return {
    count: (accountId: string, filters: AppFilters) => selectCount(db, selection(accountId, filters)),

    async list(accountId: string, filters: AppFilters, page: PageRequest<AppSortKey>): Promise<Page<App>> {
      const order = orderBy(sortColumns, page.sort, { created: 'created', id: 'id' })
      const { data, total } = await selectPage<AppRow>(db, selection(accountId, filters), order, page)
      return { data: data.map(wireApp), total }
    },

    async find(accountId: string, id: string): Promise<App | null> {
      const row = await db
        .selectFrom('apps')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? wireApp(row) : null
    },

    create(accountId: string, author: Author, body: AppBody): Promise<App> {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .insertInto('apps')
          .values({
            id: newId(author.at.getTime()),
            account_id: accountId,
            ...body,
            created: author.at,
            created_by: author.actor,
            updated: author.at,
            updated_by: author.actor,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
        await recordAudit(trx, accountId, author, { action: 'create', entity: 'app', entityId: row.id })
        return wireApp(row)
      })
    },

    update(accountId: string, author: Author, id: string, patch: Partial<AppBody>): Promise<App> {
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('apps')
          .set({ ...patch, updated: author.at, updated_by: author.actor })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .returningAll()
          .executeTakeFirst()
        if (!row) throw notFound('apps')
        await recordAudit(trx, accountId, author, { action: 'update', entity: 'app', entityId: id })
        return wireApp(row)
      })
    },

    updateMany(
      accountId: string,
      author: Author,
      filters: AppFilters,
      patch: Partial<AppBody>,
    ): Promise<Modified> {
      return db.transaction().execute(async (trx) => {
        const stamp = { updated: author.at, updated_by: author.actor }
        const { matched, modified } = await updateMany(
          trx,
          'apps',
          matching(accountId, filters),
          patch,
          stamp,
        )
        await recordAudit(trx, accountId, author, { action: 'update-many', entity: 'app', entityId: null })
        return { matched, modified }
      })
    },

    /** Removes an app with all its runs; CONFLICT while one of them is live. */
    remove(accountId: string, author: Author, id: string): Promise<void> {
      return db.transaction().execute(async (trx) => {
        // The lock keeps new runs out: storing one needs a share of the app's row.
        const own = await trx
          .selectFrom('apps')
          .select('id')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirst()
        if (!own) throw notFound('apps')
        const live = await trx
          .selectFrom('workqueues')
          .select('id')
          .where('account_id', '=', accountId)
          .where('app_id', '=', id)
          .where('status', 'in', [...cancellableWorkqueueStatuses])
          .limit(1)
          .executeTakeFirst()
        if (live) throw new AppError('CONFLICT', 'The app has workqueues that have not ended')
        await trx.deleteFrom('apps').where('account_id', '=', accountId).where('id', '=', id).execute()
        await recordAudit(trx, accountId, author, { action: 'delete', entity: 'app', entityId: id })
      })
    },
  }
}

type AppRow = Selectable<AppTable>

function wireApp(row: AppRow): App {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    created: row.created.toISOString(),
    createdBy: row.created_by,
    updated: row.updated.toISOString(),
    updatedBy: row.updated_by,
  }
}
