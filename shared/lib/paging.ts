import { z } from 'zod'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './page-size.ts'

export { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE }

/** `page` and `pagesize` of every list call; both arrive as text in a query string. */
export const pagingQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
})

/** Rows to skip before the first row of a page. */
export function offsetOf(paging: { page: number; pagesize: number }): number {
  return (paging.page - 1) * paging.pagesize
}
