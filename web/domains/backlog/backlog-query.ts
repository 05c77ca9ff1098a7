import { formatSort, parseSort, type Sort } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'
import { backlogSortKeys } from './order.ts'

/** The query parameters of the dashboard. */
export interface BacklogParams {
  sort: Sort
  /** A regular expression; empty for all rows. */
  search: string
}

/** Maximum length of a pattern, in characters: it may come from an address. */
export const MAX_PATTERN = 500

/** The longest queue first. */
const defaultSort: Sort = { key: 'queued', descending: true }

/** Reads the query of the address; invalid values become the default. */
export function parseBacklogParams(params: URLSearchParams): BacklogParams {
  return {
    sort: parseSort(params.get('sort'), backlogSortKeys) ?? defaultSort,
    search: (params.get('search') ?? '').slice(0, MAX_PATTERN),
  }
}

/** The query of an address, with its question mark; defaults are left out. */
export function formatBacklogParams({ sort, search }: BacklogParams): string {
  const parts: [string, string][] = []
  if (formatSort(sort) !== formatSort(defaultSort)) parts.push(['sort', formatSort(sort)])
  if (search !== '') parts.push(['search', search])
  return queryText(parts)
}
