import { formatSort, parseSort, type Sort } from '#web/lib/sort.ts'
import { queryText } from '#web/lib/query-parts.ts'
import { sortKeys } from './order.ts'

/** What the address of the dashboard says. */
export interface BacklogQuery {
  sort: Sort
  /** A regular expression; empty for all rows. */
  search: string
}

/** Characters of a pattern at most: it comes from an address too. */
export const MAX_PATTERN = 500

/** The longest queue first (spec section 9). */
const defaultSort: Sort = { key: 'queued', descending: true }

/** Reads the query of the address; what makes no sense is the default. */
export function parseBacklogQuery(params: URLSearchParams): BacklogQuery {
  return {
    sort: parseSort(params.get('sort'), sortKeys) ?? defaultSort,
    search: (params.get('search') ?? '').slice(0, MAX_PATTERN),
  }
}

/** The query of an address, with its question mark; defaults stay out. */
export function formatBacklogQuery({ sort, search }: BacklogQuery): string {
  const parts: [string, string][] = []
  if (formatSort(sort) !== formatSort(defaultSort)) parts.push(['sort', formatSort(sort)])
  if (search !== '') parts.push(['search', search])
  return queryText(parts)
}
