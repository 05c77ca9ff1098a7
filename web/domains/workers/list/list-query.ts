import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging-query.ts'
import { queryText } from '#web/lib/query-parts.ts'

/** The query parameters of the worker list. */
export interface WorkerListQuery extends PagingQuery {
  showDeleted: boolean
}

/** The columns that the list can be sorted by. */
const workerSortKeys = ['name', 'type', 'status']

export function parseWorkerList(params: URLSearchParams): WorkerListQuery {
  return { ...parsePaging(params, workerSortKeys), showDeleted: params.get('showDeleted') === 'true' }
}

/** The query of an address; defaults are left out. */
export function formatWorkerList({ showDeleted, ...paging }: WorkerListQuery): string {
  const deleted: [string, string][] = showDeleted ? [['showDeleted', 'true']] : []
  return queryText([...deleted, ...pagingParts(paging)])
}
