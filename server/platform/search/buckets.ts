import { sql, type Kysely, type RawBuilder } from 'kysely'
import { normal } from '#shared/domains/search/normal.ts'
import type { SearchTerm } from '#shared/domains/search/query.ts'
import type { Database } from '../db/database.ts'
import { hashArray, termHasher, type HashTerm } from './hash.ts'
import { matchOf } from './match.ts'
import { termOf } from './terms.ts'

/** The filters of the list, beside a search. */
export interface SearchFilters {
  appId?: string | undefined
  status?: readonly string[] | undefined
  tags?: readonly string[] | undefined
  root?: boolean | undefined
  parentId?: string | undefined
  'created[$gte]'?: string | undefined
  'created[$lte]'?: string | undefined
}

/** A search of an account: its terms and the filters beside it. */
export interface RunSearch {
  accountId: string
  terms: readonly SearchTerm[]
  filters: SearchFilters
  now: number
}

/** The numbers of all buckets, newest first. */
export async function bucketNumbers(db: Kysely<Database>): Promise<number[]> {
  const { rows } = await sql<{ newest: number; oldest: number }>`
    select newest, oldest from search_progress`.execute(db)
  const { newest, oldest } = rows[0] ?? { newest: 0, oldest: -1 }
  return Array.from({ length: newest - oldest + 1 }, (_, index) => newest - index)
}

/**
 * One row a bucket, with hashes of what the index is asked for: terms that a row has, terms of which it has one, each that it
 * lacks (`lacks_0`). The rows of the outer query come bucket by bucket, in the order of their numbers here, so that it ends
 * with the bucket that has the last wanted hit.
 */
export function buckets(request: RunSearch, numbers: readonly number[]): RawBuilder<unknown> {
  const { must, mustNot } = matchOf(request.terms, request.now)
  const asked = [...filterTerms(request.filters), ...must]
  if (asked.length === 0) asked.push(termOf.any)
  const tags = (request.filters.tags ?? []).map((tag) => termOf.tag(normal(tag)))
  const hashers = numbers.map((number) => termHasher(request.accountId, number))
  const listsOf = (list: readonly string[]) =>
    sql`${hashers.map((hash) => hashArray(hashesOf(hash, list)))}::text[]`
  const lacks = mustNot.map((term) => hashesOfEach(hashers, term))
  return sql`unnest(${sql.join([listsOf(asked), listsOf(tags), ...lacks])})
    as bucket (${sql.join([sql`all_of`, sql`any_of`, ...hashColumns('lacks', mustNot)])})`
}

/** The same for rows that were found otherwise: each term that a row of the bucket has, and each that it lacks. */
export function comparedBuckets(
  { accountId, terms, now }: RunSearch,
  numbers: readonly number[],
): RawBuilder<unknown> {
  const { exact, mustNot } = matchOf(terms, now)
  const hashers = numbers.map((number) => termHasher(accountId, number))
  const hashes = [...exact, ...mustNot].map((term) => hashesOfEach(hashers, term))
  const names = [...hashColumns('has', exact), ...hashColumns('lacks', mustNot)]
  return sql`unnest(${sql.join([sql`${numbers}::int[]`, ...hashes])})
    as bucket (${sql.join([sql`number`, ...names])})`
}

const hashesOfEach = (hashers: readonly HashTerm[], term: string) =>
  sql`${hashArray(hashers.flatMap((hash) => hashesOf(hash, [term])))}::bigint[]`

const hashesOf = (hash: HashTerm, terms: readonly string[]): number[] => {
  const hashes: number[] = []
  for (const term of terms) hash(term, hashes)
  return hashes
}

/** `has_0`, `has_1` ... of so many terms. */
export const hashColumns = (kind: 'has' | 'lacks', terms: readonly string[]) =>
  terms.map((_, index) => sql.ref(`${kind}_${index}`))

const filterTerms = ({ appId, root, parentId }: SearchFilters): string[] => [
  ...(appId === undefined ? [] : [termOf.app(appId)]),
  ...(root ? [termOf.root] : []),
  ...(parentId === undefined ? [] : [termOf.parent(parentId)]),
]
