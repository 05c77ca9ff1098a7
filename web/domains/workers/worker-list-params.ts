import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { parseSearchedPaging, searchedPagingParts, type SearchedPagingQuery } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

/** The query parameters of the worker list. */
export interface WorkerListParams extends SearchedPagingQuery {
  showDeleted: boolean
  /** Only those that need something. */
  need: boolean
}

/** The columns that the list can be sorted by. */
const workerSortKeys = ['name', 'type', 'status']

export function parseWorkerListParams(params: URLSearchParams): WorkerListParams {
  const [showDeleted, need] = ['showDeleted', 'need'].map((name) => params.get(name) === 'true') as [
    boolean,
    boolean,
  ]
  return { ...parseSearchedPaging(params, workerSortKeys), showDeleted, need }
}

/** The query of an address; defaults are left out. */
export function formatWorkerListParams({ showDeleted, need, ...paging }: WorkerListParams): string {
  const set = Object.entries({ showDeleted, need }).filter(([, isSet]) => isSet)
  return queryText([...set.map(([name]): [string, string] => [name, 'true']), ...searchedPagingParts(paging)])
}

/** The views of the list; the switch of the screen shows deleted workers in any of them. */
export const workerViews = viewedList({
  screen: 'workers',
  parse: parseWorkerListParams,
  format: formatWorkerListParams,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [{ key: 'all', name: viewMessages.own.all, query: '' }],
})
