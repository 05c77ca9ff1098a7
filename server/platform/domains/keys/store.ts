import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { KeyRow, keyFilters, keySortKeys } from '#shared/domains/keys/contract.ts'
import { keyKinds, OLD_DAYS, SOON_DAYS, type KeyState } from '#shared/domains/keys/kinds.ts'
import { offsetOf, type Page } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { AccountCaller } from '#server/platform/auth/caller.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PageRequest } from '#server/platform/db/listing.ts'
import { keyLists } from './lists.ts'

export type KeyFilters = z.output<typeof keyFilters>
export type KeySort = (typeof keySortKeys)[number]

export type KeyListStore = ReturnType<typeof createKeyListStore>

type Row = Omit<KeyRow, 'created' | 'expires' | 'lastUsed' | 'oldUntil'> & {
  created: Date
  expires: Date | null
  oldUntil: Date | null
  usedAt: Date | null
  usedBy: string | null
  total: number
}

const sortColumns: Record<KeySort, RawBuilder<unknown>> = {
  expires: sql`expires`,
  created: sql`created`,
  lastUsed: sql`"usedAt"`,
}

/** Every credential of an account: tokens of apps, the keys of aliases, and the secrets of start addresses. */
export function createKeyListStore(db: Kysely<Database>, clock: Clock) {
  return {
    /**
     * A page of them, those first that end first. Tokens are those of the apps whose secrets the caller may see: all for an
     * owner, else those of which it is a collaborator.
     */
    async list(
      { accountId, role, user }: Pick<AccountCaller, 'accountId' | 'role' | 'user'>,
      { kind = [], state, search, appId, workerId, alias }: KeyFilters,
      page: PageRequest<KeySort>,
    ): Promise<Page<KeyRow>> {
      const wanted = kind.length > 0 ? kind : keyKinds
      const lists = keyLists(accountId, role === 'owner' ? null : user._id)
      const now = clock.now()
      const order = [...(page.sort ?? []).map(orderBy), sql`expires nulls last`, sql`created`, sql`_id`]
      const { rows } = await sql<Row>`
        select *, count(*) over ()::int as total
        from (${sql.join(
          [...new Set(wanted)].map((each) => lists[each]),
          sql` union all `,
        )})
          as key (_id, kind, name, app, worker, alias, created, "createdBy", expires, "usedAt", "usedBy", "replacedBy",
            plan, "oldUntil")
        where true
          ${appId === undefined ? sql`` : sql`and app ->> '_id' = ${appId}`}
          ${workerId === undefined ? sql`` : sql`and worker ->> '_id' = ${workerId}`}
          ${alias === undefined ? sql`` : sql`and alias = ${alias}`}
          ${state === undefined ? sql`` : sql`and ${inState(state, now)}`}
          ${search ? sql`and ${found} ilike ${containing(search)}` : sql``}
        order by ${sql.join(order)}
        limit ${page.pagesize} offset ${offsetOf(page)}`.execute(db)
      return { data: rows.map((row) => wireKey(row, now)), total: rows[0]?.total ?? 0 }
    },
  }
}

const orderBy = ({ key, descending }: { key: KeySort; descending: boolean }) =>
  descending ? sql`${sortColumns[key]} desc nulls last` : sql`${sortColumns[key]} nulls last`

const DAY_MS = 86_400_000

/** Those of a state at a moment, in milliseconds; see `keyAge`, which says the same of one key. */
function inState(state: KeyState, now: number): RawBuilder<unknown> {
  const after = (days: number) => sql`${new Date(now + days * DAY_MS)}::timestamptz`
  switch (state) {
    case 'ending':
      return sql`(expires <= ${after(0)} or (expires <= ${after(SOON_DAYS)} and "replacedBy" is null))`
    case 'old':
      return sql`("replacedBy" is null and created <= ${after(-OLD_DAYS)}
        and (expires is null or expires > ${after(SOON_DAYS)}))`
    case 'replaced':
      return sql`("replacedBy" is not null or "oldUntil" > ${after(0)})`
    case 'unused':
      return sql`"usedAt" is null`
  }
}

/** What a search looks through: what a key is called, and what it is of. */
const found = sql`concat_ws(' ', name, _id, app ->> 'name', worker ->> 'name', alias, plan ->> 'name')`
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

function wireKey(
  { total: _total, usedAt, usedBy, created, expires, replacedBy, oldUntil, ...row }: Row,
  now: number,
): KeyRow {
  return {
    ...row,
    created: created.toISOString(),
    expires: expires?.toISOString() ?? null,
    oldUntil: oldUntil && oldUntil.getTime() > now ? oldUntil.toISOString() : null,
    replacedBy: replacedBy && { ...replacedBy, at: new Date(replacedBy.at).toISOString() },
    lastUsed: usedAt && { at: usedAt.toISOString(), by: usedBy ?? '' },
  }
}
