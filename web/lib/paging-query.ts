import { parseSort } from './sort.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#shared/lib/page-size.ts'

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
