import { sql, type Kysely } from 'kysely'
import type { AttentionItem, ClosedItem } from '#shared/domains/attention/contract.ts'
import type { AttentionKind } from '#shared/domains/attention/kinds.ts'
import type { Clock } from '#server/lib/clock.ts'
import {
  mutedUntilOf,
  readItems,
  wireClosed,
  wireItem,
  type DecidedItem,
} from '#server/platform/attention/item-row.ts'
import type { Database } from '#server/platform/db/database.ts'
import { allOf } from '#server/platform/db/listing.ts'
import { notFound } from '#server/platform/db/ownership.ts'
import { isWithinApps, seesApps } from '#server/platform/db/row-scope.ts'
import { partOfApp } from './of-app.ts'

/** Items of one answer; a longer list is cut where least waits. */
const MOST_ITEMS = 500
const DAY_MS = 86_400_000

/** Which items are read. */
export interface ItemFilters {
  appId?: string | undefined
  kind?: AttentionKind | undefined
}

export type AttentionStore = ReturnType<typeof createAttentionStore>

/** Items as routes read them. Every statement names the account. */
export function createAttentionStore(db: Kysely<Database>, clock: Pick<Clock, 'now'>) {
  const matching = (accountId: string, { appId, kind }: ItemFilters) =>
    allOf([
      sql<boolean>`i.account_id = ${accountId}`,
      appId !== undefined && sql<boolean>`${appId} = any(i.app_ids)`,
      kind !== undefined && sql<boolean>`i.kind = ${kind}`,
    ])

  return {
    /** The open items, worst first, and how many of them are not muted. `appOnly`: nothing of other apps is answered. */
    async open(
      accountId: string,
      filters: ItemFilters,
      appOnly: boolean,
    ): Promise<{ items: AttentionItem[]; total: number }> {
      const now = clock.now()
      const which = matching(accountId, filters)
      const rows = await readItems(
        db,
        sql`${which} and i.closed is null`,
        sql`order by i.hurt_runs + i.hurt_tasks desc, i.hurt_since nulls last, i.since, i.id limit ${MOST_ITEMS}`,
      )
      const isPart = (appOnly && filters.appId !== undefined) || isWithinApps()
      const shown = isPart ? await partOfApp(db, rows, filters.appId) : rows
      const notMuted = (row: DecidedItem) => mutedUntilOf(row, now) === null
      const total = rows.length < MOST_ITEMS ? shown.filter(notMuted).length : await countOpen(which, now)
      return { items: shown.map((row) => wireItem(row, now)), total }
    },

    /** What closed by itself in the last 24 hours, newest first. */
    async closed(accountId: string, filters: ItemFilters, appOnly: boolean): Promise<ClosedItem[]> {
      const since = new Date(clock.now() - DAY_MS)
      const rows = await readItems(
        db,
        sql`${matching(accountId, filters)} and i.closed > ${since} and i.closed_text is not null`,
        sql`order by i.closed desc, i.id limit ${MOST_ITEMS}`,
      )
      const shown = rows.filter(({ app_ids: ids }) => (appOnly ? ids.length === 1 : seesApps(ids)))
      return shown.flatMap((row) =>
        row.closed === null || row.closed_text === null ? [] : [wireClosed(row, row.closed, row.closed_text)],
      )
    },

    /** An open or a closed item; throws NOT_FOUND without it. */
    async find(accountId: string, id: string): Promise<DecidedItem> {
      const [row] = await readItems(db, sql`i.account_id = ${accountId} and i.id = ${id}`)
      if (!row) throw notFound('attention_items')
      return row
    },

    wire: (row: DecidedItem): AttentionItem => wireItem(row, clock.now()),
  }

  async function countOpen(which: ReturnType<typeof matching>, now: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from attention_items i
        left join failure_groups g on i.kind = 'failure' and g.id = i.key
      where ${which} and i.closed is null
        and not coalesce(case i.kind when 'failure' then g.muted_to_change or g.muted_until > ${new Date(now)}
          else i.muted_to_change or i.muted_until > ${new Date(now)} end, false)`.execute(db)
    return rows[0]?.count ?? 0
  }
}
