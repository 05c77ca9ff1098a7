import { useLocation, useNavigate } from 'react-router-dom'
import { DEFAULT_PAGE_SIZE, MAX_LIST_SEARCH, MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { queryText } from './query-string.ts'
import { ownPageSize, useOwnPageSize } from './settings/page-size.ts'

/** The column key and the direction that rows are sorted by. */
export interface SortOrder {
  key: string
  descending: boolean
}

/** Parses `name` or `-name`; null for no text and for an unknown key. */
export function parseSort(text: string | null | undefined, keys: readonly string[]): SortOrder | null {
  const descending = text?.startsWith('-') ?? false
  const key = descending ? text?.slice(1) : text
  return key && keys.includes(key) ? { key, descending } : null
}

export const formatSort = ({ key, descending }: SortOrder): string => (descending ? `-${key}` : key)

/** Page number, page size and order of a list, as the address contains them. */
export interface PagingQuery {
  page: number
  perPage: number
  /** `name`, or `-name` for descending; undefined for the list's default order. */
  sort?: string
}

/**
 * Parses `page`, `perPage` and `sort` of an address; invalid values become the default. `sortKeys` are the
 * known orders. A first page has the rows that the user has chosen last; the number of a later one is for the default.
 */
export function parsePaging(params: URLSearchParams, sortKeys: readonly string[] = []): PagingQuery {
  const sort = params.get('sort')
  const page = positive(params.get('page'), 1, 1_000_000)
  return {
    page,
    perPage: positive(params.get('perPage'), page === 1 ? ownPageSize() : DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
    ...(sort !== null && parseSort(sort, sortKeys) ? { sort } : {}),
  }
}

/** The parameters of an address for a paging query; defaults are omitted. */
export function pagingParts({ page, perPage, sort }: PagingQuery): [string, string][] {
  const parts: [string, string][] = []
  if (page !== 1) parts.push(['page', String(page)])
  if (perPage !== DEFAULT_PAGE_SIZE) parts.push(['perPage', String(perPage)])
  if (sort !== undefined) parts.push(['sort', sort])
  return parts
}

/** What the address of a list with a search contains. */
export interface SearchedPagingQuery extends PagingQuery {
  /** Empty for none. */
  search: string
}

/** The same as `parsePaging`, with `search`. */
export const parseSearchedPaging = (
  params: URLSearchParams,
  sortKeys: readonly string[],
): SearchedPagingQuery => ({
  ...parsePaging(params, sortKeys),
  search: params.get('search')?.slice(0, MAX_LIST_SEARCH) ?? '',
})

/** The same as `pagingParts`, with `search`. */
export const searchedPagingParts = ({ search, ...paging }: SearchedPagingQuery): [string, string][] => [
  ...(search === '' ? [] : ([['search', search]] satisfies [string, string][])),
  ...pagingParts(paging),
]

/** The query of an address with these parameters. */
export const formatSearchedPaging = (query: SearchedPagingQuery): string =>
  queryText(searchedPagingParts(query))

function positive(text: string | null, fallback: number, most: number): number {
  const value = Number(text ?? '')
  return Number.isInteger(value) && value >= 1 && value <= most ? value : fallback
}

/**
 * Reads `page` and `perPage` from the address, with a function that changes them: each change adds a history entry.
 * Other parameters stay. An invalid `perPage` becomes the default.
 */
export function usePaging(): [PagingQuery, (next: PagingQuery) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  useOwnPageSize()
  const go = (next: PagingQuery) => {
    const params = new URLSearchParams(search)
    params.delete('page')
    params.delete('perPage')
    for (const [name, value] of pagingParts(next)) params.set(name, value)
    void navigate({ search: params.size > 0 ? `?${params}` : '' })
  }
  return [parsePaging(new URLSearchParams(search)), go]
}
