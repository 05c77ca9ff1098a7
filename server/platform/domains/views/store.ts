import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { z } from 'zod'
import {
  MAX_VIEWS,
  type StoredView,
  type ViewBody,
  type viewFilters,
  type ViewPatch,
} from '#shared/domains/views/contract.ts'
import type { Page } from '#shared/lib/wire.ts'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { AppError } from '#server/lib/errors.ts'
import { type AccountCaller, notOwner } from '#server/platform/auth/caller.ts'
import type { Author } from '#server/platform/db/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PageRequest } from '#server/platform/db/listing.ts'
import { createOwnedStore } from '#server/platform/db/owned-store.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import type { ViewTable } from '#server/platform/db/tables/people.ts'
import { wireAuthored, wireForm } from '#server/platform/db/wire-form.ts'

export const viewSortKeys = ['created', 'updated', 'name'] as const
export type ViewSortKey = (typeof viewSortKeys)[number]

/** Who asks: the views that a user sees, and which of them the user may change. */
export type ViewReader = Pick<AccountCaller, 'accountId' | 'role' | 'user'>

type ViewFilters = z.output<typeof viewFilters>
type ViewRow = Selectable<ViewTable> & { owner_email: string }

export type ViewStore = ReturnType<typeof createViewStore>

/** Views of an account: those of the user and the shared ones. Another user's own view is not found. */
export function createViewStore(db: Kysely<Database>) {
  const store = createOwnedStore({
    db,
    table: 'views',
    sortKeys: viewSortKeys,
    rows: (on) =>
      on
        .selectFrom('views')
        .innerJoin('users', 'users.id', 'views.user_id')
        .selectAll('views')
        .select('users.email as owner_email'),
    matching: (eb, { userId, screen }: ViewFilters & { userId: string }) => [
      eb.or([eb('views.user_id', '=', userId), eb('views.shared', '=', true)]),
      screen !== undefined && eb('views.screen', '=', screen),
    ],
    wire: (row: ViewRow) => row,
  })
  const answerFor = (viewer: ViewReader) => (row: ViewRow) => wireView(row, mayChange(row, viewer))

  return {
    async list(
      viewer: ViewReader,
      filters: ViewFilters,
      page: PageRequest<ViewSortKey>,
    ): Promise<Page<StoredView>> {
      const seen = { ...filters, userId: viewer.user._id }
      const { data, total } = await store.list(viewer.accountId, seen, page)
      return { data: data.map(answerFor(viewer)), total }
    },

    async find(viewer: ViewReader, id: string): Promise<StoredView> {
      const row = await store.find(viewer.accountId, id)
      if (!row || !isSeen(row, viewer)) throw notFound('views')
      return answerFor(viewer)(row)
    },

    /** CONFLICT when the user has as many as an account allows. */
    async create(
      viewer: ViewReader,
      author: Author,
      { columns, widths, sort, ...body }: ViewBody,
    ): Promise<StoredView> {
      requireOwnOnly(body, viewer)
      const row = await store.create(viewer.accountId, author, async (trx) => {
        await requireRoom(trx, viewer)
        return {
          name: body.name,
          screen: body.screen,
          query: JSON.stringify(body.query),
          shared: body.shared,
          columns: columns ?? null,
          widths: widths ? JSON.stringify(widths) : null,
          sort: sort ?? null,
          user_id: viewer.user._id,
        }
      })
      return answerFor(viewer)(row)
    },

    /** Throws NOT_ALLOWED for a view that the user sees and may not change. */
    async requireRight(viewer: ViewReader, id: string): Promise<void> {
      const row = await store.find(viewer.accountId, id)
      if (row && isSeen(row, viewer)) requireChange(row, viewer)
    },

    async update(viewer: ViewReader, author: Author, id: string, patch: ViewPatch): Promise<StoredView> {
      requireOwnOnly(patch, viewer)
      const { query, widths, ...values } = patch
      const row = await store.update(viewer.accountId, author, id, (stored) => {
        requireChange(stored, viewer)
        return {
          ...values,
          ...(query !== undefined && { query: JSON.stringify(query) }),
          ...(widths !== undefined && { widths: widths && JSON.stringify(widths) }),
        }
      })
      return answerFor(viewer)(row)
    },

    remove: (viewer: ViewReader, author: Author, id: string): Promise<void> =>
      store.remove(viewer.accountId, author, id, async (_trx, row) => requireChange(row, viewer)),
  }
}

type Owned = Pick<ViewRow, 'user_id' | 'shared'>

const isSeen = ({ user_id, shared }: Owned, { user }: ViewReader) => shared || user_id === user._id

const mayChange = (row: Owned, { user, role }: ViewReader) =>
  role === 'owner' && row.shared ? true : row.user_id === user._id && !(row.shared && role === 'viewer')

/** What is shared changes the lists of others. */
function requireOwnOnly({ shared }: { shared?: boolean | undefined }, { role }: ViewReader): void {
  if (shared && role === 'viewer') throw new AppError('NOT_ALLOWED', peopleMessages.viewersShare)
}

function requireChange(row: Owned, viewer: ViewReader): void {
  if (!isSeen(row, viewer)) throw notFound('views')
  if (!mayChange(row, viewer))
    throw notOwner('Only its owner and owners of the account can change or delete a shared view')
}

/** Two views that are saved at the same time count each other. */
async function requireRoom(trx: Transaction<Database>, { accountId, user }: ViewReader): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`views ${accountId} ${user._id}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('user_id', '=', user._id)
    .executeTakeFirstOrThrow()
  if (count >= MAX_VIEWS)
    throw new AppError('CONFLICT', `You have ${MAX_VIEWS} views: delete one before you save another`)
}

const wireView = wireForm<StoredView>()((row: ViewRow, editable: boolean) => ({
  _id: row.id,
  name: row.name,
  screen: row.screen,
  query: row.query,
  columns: row.columns,
  widths: row.widths,
  sort: row.sort,
  shared: row.shared,
  owner: { userId: row.user_id, email: row.owner_email },
  editable,
  ...wireAuthored(row),
}))
