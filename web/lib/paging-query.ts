import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../shared/lib/page-size.ts'

/** The page a list shows and how many rows it has, as an address says it. */
export interface PagingQuery {
  page: number
  perPage: number
}

/** Reads `page` and `perPage` of an address; what makes no sense is the default. */
export function parsePaging(params: URLSearchParams): PagingQuery {
  return {
    page: positive(params.get('page'), 1, 1_000_000),
    perPage: positive(params.get('perPage'), DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE),
  }
}

/** The parts of an address that say it; defaults stay out. */
export function pagingParts({ page, perPage }: PagingQuery): [string, string][] {
  const parts: [string, string][] = []
  if (page !== 1) parts.push(['page', String(page)])
  if (perPage !== DEFAULT_PAGE_SIZE) parts.push(['perPage', String(perPage)])
  return parts
}

function positive(text: string | null, fallback: number, most: number): number {
  const value = Number(text ?? '')
  return Number.isInteger(value) && value >= 1 && value <= most ? value : fallback
}
