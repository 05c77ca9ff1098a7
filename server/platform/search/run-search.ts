import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely'
import { MAX_SEARCH_TOTAL } from '#shared/domains/search/hit-kinds.ts'
import type { Database } from '../db/database.ts'
import {
  bucketNumbers,
  buckets,
  comparedBuckets,
  hashColumns,
  type RunSearch,
  type SearchFilters,
} from './buckets.ts'
import { matchOf } from './match.ts'

interface Paging {
  offset: number
  limit: number
  oldestFirst?: boolean
}

/**
 * What the newest runs are looked through for before the index is asked. A search that one of thirty runs passes fills its
 * first page here, for less than the index needs to collect its hits of one bucket; another one costs half a millisecond
 * more.
 */
const LOOKED_THROUGH = 300

/** The ids of the runs that pass, newest first. */
export async function newestHits(db: Kysely<Database>, request: RunSearch, page: Paging): Promise<string[]> {
  const { offset, limit, oldestFirst = false } = page
  if (!oldestFirst && offset + limit < LOOKED_THROUGH) {
    const among = await hitsAmongNewest(db, request, offset + limit)
    if (among.length === offset + limit) return among.slice(offset)
  }
  const order = oldestFirst ? sql`created, run_id` : sql`created desc, run_id desc`
  const numbers = await bucketNumbers(db)
  if (oldestFirst) numbers.reverse()
  const { rows } = await sql<{ id: string }>`
    select hit.run_id as id from ${buckets(request, numbers)} cross join lateral (
      select run_id from run_search where ${indexed(request)}
      order by ${order} limit ${offset + limit}) as hit
    offset ${offset} limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The first hits among the newest runs of the list: their order is that of an index, and none is left out. */
async function hitsAmongNewest(db: Kysely<Database>, request: RunSearch, limit: number): Promise<string[]> {
  const { accountId } = request
  const { exact, mustNot } = matchOf(request.terms, request.now)
  const compared = exact.length + mustNot.length > 0
  const conditions = [
    sql`account_id = ${accountId}`,
    ...hashColumns('has', exact).map((hash) => sql`${hash} = any(terms)`),
    ...conditionsOf(request),
  ]
  const { rows } = await sql<{ id: string }>`
    select run_search.run_id as id
    from (select id, created as moment from workqueues where ${sql.join(listed(request), sql` and `)}
        order by created desc, id desc limit ${LOOKED_THROUGH}) as newest
      join run_search on run_search.run_id = newest.id
      ${compared ? sql`join ${comparedBuckets(request, await bucketNumbers(db))} on bucket.number = run_search.bucket` : sql``}
    where ${sql.join(conditions, sql` and `)}
    order by newest.moment desc, newest.id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** What an index of the list finds; other filters could make it read the whole list. */
function listed({ accountId, filters }: RunSearch): RawBuilder<SqlBool>[] {
  const { appId, root, parentId } = filters
  return [
    sql<SqlBool>`account_id = ${accountId}`,
    ...(appId === undefined ? [] : [sql<SqlBool>`app_id = ${appId}`]),
    ...(root ? [sql<SqlBool>`parent_task_id is null`] : []),
    ...(parentId === undefined ? [] : [sql<SqlBool>`parent_id = ${parentId}`]),
    ...createdIn(filters),
  ]
}

/** All runs that pass, as a condition on `workqueues.id`. */
export async function isHit(db: Kysely<Database>, request: RunSearch): Promise<RawBuilder<SqlBool>> {
  return sql<SqlBool>`workqueues.id in (
    select hit.run_id from ${buckets(request, await bucketNumbers(db))} cross join lateral (
      select run_id from run_search where ${indexed(request)}) as hit)`
}

/** The newest buckets, of which all hits are counted, however long it takes. */
const COUNTED_BUCKETS = 5
/** What counting the hits of older ones may take. */
const COUNT_MS = 20

/**
 * How many runs pass, counted up to a limit and for some milliseconds, newest buckets first; `more`: there are further ones,
 * or there may be.
 */
export async function countHits(
  db: Kysely<Database>,
  request: RunSearch,
  { most = MAX_SEARCH_TOTAL, forMs = COUNT_MS } = {},
): Promise<{ total: number; more: boolean }> {
  const numbers = await bucketNumbers(db)
  const from = performance.now()
  let total = 0
  let done = 0
  for (let next = COUNTED_BUCKETS; next > 0 && done < numbers.length && total <= most;) {
    total += await countIn(db, request, numbers.slice(done, done + next), most + 1 - total)
    done += next
    // Older buckets are further away: they may take twice as long as those before.
    const taken = performance.now() - from
    next = Math.min(done, Math.floor(((forMs - taken) / taken) * (done / 2)))
  }
  return { total: Math.min(total, most), more: total > most || done < numbers.length }
}

async function countIn(
  db: Kysely<Database>,
  request: RunSearch,
  numbers: readonly number[],
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from ${buckets(request, numbers)} cross join lateral (
        select from run_search where ${indexed(request)} limit ${limit}) as hit
      limit ${limit}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Rows of a bucket that pass, found by the index. */
const indexed = (request: RunSearch): RawBuilder<SqlBool> => {
  const conditions = [
    sql<SqlBool>`account_id = ${request.accountId}`,
    sql<SqlBool>`terms @> bucket.all_of::bigint[]`,
    ...(request.filters.tags?.length ? [sql<SqlBool>`terms && bucket.any_of::bigint[]`] : []),
    ...createdIn(request.filters),
    ...conditionsOf(request),
  ]
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

/** What a row is compared with, however it was found. */
function conditionsOf({ terms, filters, now }: RunSearch): RawBuilder<SqlBool>[] {
  const { status, tags } = filters
  const { mustNot, conditions } = matchOf(terms, now)
  return [
    ...hashColumns('lacks', mustNot).map((hash) => sql<SqlBool>`${hash} <> all(terms)`),
    ...(status?.length ? [sql<SqlBool>`status = any(${status})`] : []),
    ...conditions,
    ...(tags?.length ? [hasTag(tags)] : []),
  ]
}

/** The index knows only the normal form of tags. */
const hasTag = (tags: readonly string[]) =>
  sql<SqlBool>`exists (select from workqueues w where w.id = run_id and w.tags && ${tags}::text[])`

const createdIn = ({ 'created[$gte]': from, 'created[$lte]': to }: SearchFilters): RawBuilder<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`created >= ${new Date(from)}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`created <= ${new Date(to)}`]),
]
