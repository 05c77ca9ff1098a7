import { useLocation, useNavigate } from 'react-router-dom'
import { type WorkqueueStatus, workqueueStatuses } from '#shared/domains/workqueues/statuses.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { pagingParts, type PagingQuery, parsePaging } from '#web/lib/paging.ts'
import { withPlan } from './list-and-grid.ts'
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
  /** Words and terms that all rows pass; empty for none. */
  search: string
  /** Only runs that are late or wait for a queue that takes nothing. */
  stuck: boolean
  /** The view that the list was opened with: its id, or the key of a built-in one. */
  view: string | null
}

/** The columns that an index has the order of. */
export const listSortKeys = ['created'] as const

export const defaultWorkqueueListParams: WorkqueueListParams = {
  page: 1,
  perPage: DEFAULT_PAGE_SIZE,
  status: [],
  tags: [],
  createdAfter: null,
  createdBefore: null,
  parent: null,
  flat: false,
  search: '',
  stuck: false,
  view: null,
}

/**
 * Reads `page`, `perPage`, `sort`, `status=a,b`, `tags=a,b`, `created=from,to` (either side may be empty), `parent=id`,
 * `children=all`, `search`, `plan=name` (short for that term of the search), `stuck=true` and `view=id`. Unknown values are ignored, because addresses are typed and shared.
 */
export function parseWorkqueueListParams(params: URLSearchParams): WorkqueueListParams {
  const { from, to } = intervalOf(params.get('created'))
  return {
    ...parsePaging(params, listSortKeys),
    status: workqueueStatuses.filter((status) => wordsOf(params.get('status')).includes(status)),
    tags: wordsOf(params.get('tags')),
    createdAfter: from,
    createdBefore: to,
    parent: params.get('parent') || null,
    flat: params.get('children') === 'all',
    search: withPlan(params.get('search') ?? '', params.get('plan') ?? ''),
    stuck: params.get('stuck') === 'true',
    view: params.get('view') || null,
  }
}

/** The query of an address, with its question mark; defaults are left out. */
export function formatWorkqueueListParams(query: Partial<WorkqueueListParams>): string {
  const all = { ...defaultWorkqueueListParams, ...query }
  const { status, tags, createdAfter, createdBefore, parent, flat, search, stuck, view } = all
  const parts = pagingParts(all)
  if (search.trim() !== '') parts.push(['search', search.trim()])
  if (status.length > 0) parts.push(['status', status.join(',')])
  if (tags.length > 0) parts.push(['tags', tags.join(',')])
  const created = intervalPart({ from: createdAfter, to: createdBefore })
  if (created !== null) parts.push(['created', created])
  if (parent !== null) parts.push(['parent', parent])
  if (flat) parts.push(['children', 'all'])
  if (stuck) parts.push(['stuck', 'true'])
  if (view !== null) parts.push(['view', view])
  return queryText(parts)
}

/** Whether a filter is set; paging and folded children are none. */
export function isWorkqueueListFiltered(query: WorkqueueListParams): boolean {
  const { status, tags, createdAfter, createdBefore, parent, search, stuck } = query
  const isDated = createdAfter !== null || createdBefore !== null
  return status.length > 0 || tags.length > 0 || isDated || parent !== null || search !== '' || stuck
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
