import { useLocation, useNavigate } from 'react-router-dom'
import { type WorkqueueStatus, workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { pagingParts, type PagingQuery, parsePaging } from '#web/lib/paging.ts'
import { intervalOf, intervalPart, queryText, useQueryState, wordsOf } from '#web/lib/query-string.ts'

/** The query parameters of the workqueue list; times are ISO strings. */
export interface WorkqueueListParams extends PagingQuery {
  status: WorkqueueStatus[]
  tags: string[]
  createdAfter: string | null
  createdBefore: string | null
  /** The run whose children are listed. */
  parent: string | null
  /** Whether runs that other runs have started are rows of their own. */
  flat: boolean
}

export const defaultWorkqueueListParams: WorkqueueListParams = {
  page: 1,
  perPage: DEFAULT_PAGE_SIZE,
  status: [],
  tags: [],
  createdAfter: null,
  createdBefore: null,
  parent: null,
  flat: false,
}

/**
 * Reads `page`, `perPage`, `status=a,b`, `tags=a,b`, `created=from,to` (either side may be empty), `parent=id` and
 * `children=all`. Unknown values are ignored, because addresses are typed and shared.
 */
export function parseWorkqueueListParams(params: URLSearchParams): WorkqueueListParams {
  const { from, to } = intervalOf(params.get('created'))
  return {
    ...parsePaging(params),
    status: workqueueStatuses.filter((status) => wordsOf(params.get('status')).includes(status)),
    tags: wordsOf(params.get('tags')),
    createdAfter: from,
    createdBefore: to,
    parent: params.get('parent') || null,
    flat: params.get('children') === 'all',
  }
}

/** The query of an address, with its question mark; defaults are left out. */
export function formatWorkqueueListParams(query: Partial<WorkqueueListParams>): string {
  const { page, perPage, status, tags, createdAfter, createdBefore, parent, flat } = {
    ...defaultWorkqueueListParams,
    ...query,
  }
  const parts = pagingParts({ page, perPage })
  if (status.length > 0) parts.push(['status', status.join(',')])
  if (tags.length > 0) parts.push(['tags', tags.join(',')])
  const created = intervalPart({ from: createdAfter, to: createdBefore })
  if (created !== null) parts.push(['created', created])
  if (parent !== null) parts.push(['parent', parent])
  if (flat) parts.push(['children', 'all'])
  return queryText(parts)
}

/** Whether a filter is set; paging and folded children are none. */
export function isWorkqueueListFiltered(query: WorkqueueListParams): boolean {
  const { status, tags, createdAfter, createdBefore, parent } = query
  const isDated = createdAfter !== null || createdBefore !== null
  return status.length > 0 || tags.length > 0 || isDated || parent !== null
}

/** Filters and paging of the address. A change of a filter starts at page 1. */
export function useWorkqueueListParams(): [
  WorkqueueListParams,
  (change: Partial<WorkqueueListParams>) => void,
] {
  const [query, change] = useQueryState(parseWorkqueueListParams, formatWorkqueueListParams)
  return [query, (next) => change({ page: 1, ...next })]
}

/** The receipt in the address, null for none, and a function that shows one as a new history entry. */
export function useReceiptAddress(query: WorkqueueListParams): [string | null, (id: string | null) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const show = (id: string | null) => {
    const plain = formatWorkqueueListParams(query)
    const more = id === null ? '' : `${plain === '' ? '?' : '&'}receipt=${encodeURIComponent(id)}`
    void navigate({ search: plain + more })
  }
  return [new URLSearchParams(search).get('receipt'), show]
}
