import { sql, type Kysely, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { MAX_SEARCH_TOTAL } from '#shared/domains/search/hit-kinds.ts'
import { parseSearch, type SearchTerm } from '#shared/domains/search/query.ts'
import { offsetOf } from '#shared/lib/wire.ts'
import type { Clock } from '#server/lib/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { countRows, oneOf, orderOf, type Conditions, type PageRequest } from '#server/platform/db/listing.ts'
import { runHeadAliases, type SelectedHead } from '#server/platform/runs/rows.ts'
import type { RunSearch } from '#server/platform/search/buckets.ts'
import { plainMatch } from '#server/platform/search/match.ts'
import { countHits, isHit, newestHits } from '#server/platform/search/run-search.ts'
import type { SearchedPage, WorkqueueFilters, WorkqueueSortKey } from './filters.ts'

type Runs = SelectQueryBuilder<Database, 'workqueues', object>
type Paging = PageRequest<WorkqueueSortKey>

/** How the list finds runs without a search. */
export interface ListedRuns {
  clock: Clock
  matching(accountId: string, filters: WorkqueueFilters, also?: Conditions): Runs
  rowsOf(
    accountId: string,
    filters: WorkqueueFilters,
    page: Paging,
    also?: Conditions,
  ): Promise<SelectedHead[]>
}

interface Asked extends RunSearch {
  filters: WorkqueueFilters
}
type Counted = Omit<SearchedPage<never>, 'data'>

/** Lists with a search, which has at least one term. */
export function createSearchList(db: Kysely<Database>, { matching, rowsOf, clock }: ListedRuns) {
  async function list(
    accountId: string,
    terms: readonly SearchTerm[],
    filters: WorkqueueFilters,
    page: Paging,
  ): Promise<SearchedPage<SelectedHead>> {
    const asked: Asked = { accountId, terms, filters, now: clock.now() }
    const [first] = orderOf(page.sort, { column: (name) => name })
    const byBucket = plainMatch(terms, asked.now) === null && filters.stuck === undefined
    const [data, { total, more }] = await Promise.all([
      byBucket && first?.column === 'created'
        ? byCreation(asked, { ...page, oldestFirst: !first.descending })
        : byCondition(asked, page),
      byBucket ? countHits(db, asked) : countUpTo(asked),
    ])
    // The count may end before it has come to all of these rows.
    return { data, total: more ? Math.max(total, offsetOf(page) + data.length) : total, more }
  }

  /** The number of all runs that pass. */
  async function count(
    accountId: string,
    terms: readonly SearchTerm[],
    filters: WorkqueueFilters,
  ): Promise<number> {
    const narrowed = await narrowedOf({ accountId, terms, filters, now: clock.now() })
    return countRows(matching(accountId, narrowed.filters, narrowed.conditions))
  }

  /** The search as filters and conditions of the list. Statuses and times are no work for the index. */
  async function narrowedOf(asked: Asked): Promise<{ filters: WorkqueueFilters; conditions: Conditions }> {
    const { terms, filters, now } = asked
    const plain = plainMatch(terms, now)
    if (!plain) return { filters, conditions: [await isHit(db, asked)] }
    const { statuses, conditions } = plain
    if (!statuses) return { filters, conditions }
    const status = filters.status?.length
      ? filters.status.filter((each) => statuses.includes(each))
      : [...statuses]
    const none = status.length === 0 ? [sql<SqlBool>`false`] : []
    return { filters: { ...filters, status }, conditions: [...conditions, ...none] }
  }

  async function byCondition(asked: Asked, page: Paging): Promise<SelectedHead[]> {
    const { filters, conditions } = await narrowedOf(asked)
    return rowsOf(asked.accountId, filters, page, conditions)
  }

  /** Bucket by bucket, until the page is full. */
  async function byCreation(asked: Asked, page: Paging & { oldestFirst: boolean }): Promise<SelectedHead[]> {
    const ids = await newestHits(db, asked, {
      offset: offsetOf(page),
      limit: page.pagesize,
      oldestFirst: page.oldestFirst,
    })
    const rows = await matching(asked.accountId, {}, [oneOf('id', ids)])
      .select(runHeadAliases)
      .execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    // A run that was deleted a moment ago has no row.
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  async function countUpTo(asked: Asked): Promise<Counted> {
    const { filters, conditions } = await narrowedOf(asked)
    const limited = matching(asked.accountId, filters, conditions)
      .select('workqueues.id')
      .limit(MAX_SEARCH_TOTAL + 1)
    const found = await countRows(db.selectFrom(limited.as('counted')))
    return { total: Math.min(found, MAX_SEARCH_TOTAL), more: found > MAX_SEARCH_TOTAL }
  }

  return { list, count }
}

/** The terms of a search, null without any. The call has checked that none is wrong. */
export function termsOf({ search }: WorkqueueFilters): readonly SearchTerm[] | null {
  const { terms } = parseSearch(search ?? '')
  return terms.length > 0 ? terms : null
}
