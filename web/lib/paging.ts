import { useLocation, useNavigate } from 'react-router-dom'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'

/** The column by whose key rows stand in order, and the direction. */
export interface SortOrder {
  key: string
  descending: boolean
}

/** Reads `name` or `-name`; null for none and for a key that is not among those known. */
export function parseSort(text: string | null | undefined, keys: readonly string[]): SortOrder | null {
  const descending = text?.startsWith('-') ?? false
  const key = descending ? text?.slice(1) : text
  return key && keys.includes(key) ? { key, descending } : null
}

export const formatSort = ({ key, descending }: SortOrder): string => (descending ? `-${key}` : key)

/** The page a list shows, how many rows it has and in which order they stand, as an address says it. */
export interface PagingQuery {
  page: number
  perPage: number
  /** `name`, or `-name` for descending; none is the list's own order. */
  sort?: string
}

/**
 * Reads `page`, `perPage` and `sort` of an address; what makes no sense is the default. `sortKeys` are the orders that
 * the list knows.
 */
export function parsePaging(params: URLSearchParams, sortKeys: readonly string[] = []): PagingQuery {
  const sort = params.get('sort')
  return {
    page: positive(params.get('page'), 1, 1_000_000),
    perPage: positive(params.get('perPage'), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
    ...(sort !== null && parseSort(sort, sortKeys) ? { sort } : {}),
  }
}

/** The parts of an address that say it; defaults stay out. */
export function pagingParts({ page, perPage, sort }: PagingQuery): [string, string][] {
  const parts: [string, string][] = []
  if (page !== 1) parts.push(['page', String(page)])
  if (perPage !== DEFAULT_PAGE_SIZE) parts.push(['perPage', String(perPage)])
  if (sort !== undefined) parts.push(['sort', sort])
  return parts
}

function positive(text: string | null, fallback: number, most: number): number {
  const value = Number(text ?? '')
  return Number.isInteger(value) && value >= 1 && value <= most ? value : fallback
}

/**
 * `page`, `perPage` and `sort` (one of `sortKeys`) as the address has them, and the way to change them: each change is a step that Back undoes.
 * What else the address says stays. `perPage` values that make no sense read as the default.
 */
export function usePaging(sortKeys: readonly string[] = []): [PagingQuery, (next: PagingQuery) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const go = (next: PagingQuery) => {
    const params = new URLSearchParams(search)
    params.delete('page')
    params.delete('perPage')
    params.delete('sort')
    for (const [name, value] of pagingParts(next)) params.set(name, value)
    void navigate({ search: params.size > 0 ? `?${params}` : '' })
  }
  return [parsePaging(new URLSearchParams(search), sortKeys), go]
}
