import { formatSort, parseSort, type Sort } from '#web/lib/sort.ts'
import { queryText } from '#web/lib/query-parts.ts'
import { sortKeys } from './order.ts'

/** The query parameters of the dashboard. */
export interface BacklogQuery {
  sort: Sort
  /** A regular expression; empty for all rows. */
  search: string
}

/** Maximum length of a pattern, in characters: it may come from an address. */
export const MAX_PATTERN = 500

/** The longest queue first. */
const defaultSort: Sort = { key: 'queued', descending: true }

/** Reads the query of the address; invalid values become the default. */
export function parseBacklogQuery(params: URLSearchParams): BacklogQuery {
  return {
    sort: parseSort(params.get('sort'), sortKeys) ?? defaultSort,
    search: (params.get('search') ?? '').slice(0, MAX_PATTERN),
  }
}

/** The query of an address, with its question mark; defaults are left out. */
export function formatBacklogQuery({ sort, search }: BacklogQuery): string {
  const parts: [string, string][] = []
  if (formatSort(sort) !== formatSort(defaultSort)) parts.push(['sort', formatSort(sort)])
  if (search !== '') parts.push(['search', search])
  return queryText(parts)
}
