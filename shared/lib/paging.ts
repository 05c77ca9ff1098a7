import { z } from 'zod'

/** Rows a list shows when nothing else is asked for (spec section 9). */
export const DEFAULT_PAGE_SIZE = 10

/** The largest page any list gives (contract section 4). */
export const MAX_PAGE_SIZE = 9999

/** `page` and `pagesize` of every list call; both arrive as text in a query string. */
export const pagingQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pagesize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
})

/** Rows to skip before the first row of a page. */
export function offsetOf(paging: { page: number; pagesize: number }): number {
  return (paging.page - 1) * paging.pagesize
}
