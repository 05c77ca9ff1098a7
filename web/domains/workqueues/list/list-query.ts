import { workqueueStatuses, type WorkqueueStatus } from '../../../../shared/domains/workqueues/words.ts'
import { DEFAULT_PAGE_SIZE } from '../../../../shared/lib/page-size.ts'
import { pagingParts, parsePaging, type PagingQuery } from '../../../lib/paging-query.ts'

/** What the address of the workqueue list says; moments are ISO strings. */
export interface ListQuery extends PagingQuery {
  status: WorkqueueStatus[]
  tags: string[]
  createdAfter: string | null
  createdBefore: string | null
}

export const defaultListQuery: ListQuery = {
  page: 1,
  perPage: DEFAULT_PAGE_SIZE,
  status: [],
  tags: [],
  createdAfter: null,
  createdBefore: null,
}

/**
 * Reads the query of the list's address: `page`, `perPage`, `status=a,b`, `tags=a,b`, `created=from,to` (either
 * side may be empty). What it does not know is ignored, never an error: addresses are typed and shared.
 */
export function parseListQuery(params: URLSearchParams): ListQuery {
  const [createdAfter = null, createdBefore = null] = (params.get('created') ?? '').split(',').map(moment)
  return {
    ...parsePaging(params),
    status: workqueueStatuses.filter((status) => words(params.get('status')).includes(status)),
    tags: words(params.get('tags')),
    createdAfter,
    createdBefore,
  }
}

/** The query of an address, with its question mark; defaults stay out, so the plain list has the plain address. */
export function formatListQuery(query: Partial<ListQuery>): string {
  const { page, perPage, status, tags, createdAfter, createdBefore } = { ...defaultListQuery, ...query }
  const parts = pagingParts({ page, perPage })
  if (status.length > 0) parts.push(['status', status.join(',')])
  if (tags.length > 0) parts.push(['tags', tags.join(',')])
  if (createdAfter !== null || createdBefore !== null)
    parts.push(['created', `${createdAfter ?? ''},${createdBefore ?? ''}`])
  // Commas and colons may stand in a query as they are; the address stays readable.
  const text = parts.map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`,
  )
  return text.length > 0 ? `?${text.join('&')}` : ''
}

/** Whether anything but paging narrows the list. */
export function isFiltered(query: ListQuery): boolean {
  const { status, tags, createdAfter, createdBefore } = query
  return status.length > 0 || tags.length > 0 || createdAfter !== null || createdBefore !== null
}

function words(text: string | null): string[] {
  const parts = (text ?? '').split(',').map((part) => part.trim())
  return [...new Set(parts.filter(Boolean))]
}

function moment(text: string): string | null {
  const value = new Date(text.trim())
  return text.trim() === '' || Number.isNaN(value.getTime()) ? null : value.toISOString()
}
