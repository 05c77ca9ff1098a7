import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { parseSearchedPaging, searchedPagingParts, type SearchedPagingQuery } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

/** The query parameters of the worker list. */
export interface WorkerListParams extends SearchedPagingQuery {
  showDeleted: boolean
}

/** The columns that the list can be sorted by. */
const workerSortKeys = ['name', 'type', 'status']

export function parseWorkerListParams(params: URLSearchParams): WorkerListParams {
  return { ...parseSearchedPaging(params, workerSortKeys), showDeleted: params.get('showDeleted') === 'true' }
}

/** The query of an address; defaults are left out. */
export function formatWorkerListParams({ showDeleted, ...paging }: WorkerListParams): string {
  const deleted: [string, string][] = showDeleted ? [['showDeleted', 'true']] : []
  return queryText([...deleted, ...searchedPagingParts(paging)])
}

/** The views of the list; the switch of the screen shows deleted workers in any of them. */
export const workerViews = viewedList({
  screen: 'workers',
  parse: parseWorkerListParams,
  format: formatWorkerListParams,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [{ key: 'all', name: viewMessages.own.all, query: '' }],
})
