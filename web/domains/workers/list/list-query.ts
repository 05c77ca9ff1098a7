import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging-query.ts'
import { queryText } from '#web/lib/query-parts.ts'

/** What the worker list shows, as its address says it. */
export interface WorkerListQuery extends PagingQuery {
  showDeleted: boolean
}

/** Orders that the list of workers may stand in. */
const workerSortKeys = ['name', 'type', 'status']

export function parseWorkerList(params: URLSearchParams): WorkerListQuery {
  return { ...parsePaging(params, workerSortKeys), showDeleted: params.get('showDeleted') === 'true' }
}

/** The address's query; defaults stay out. */
export function formatWorkerList({ showDeleted, ...paging }: WorkerListQuery): string {
  const deleted: [string, string][] = showDeleted ? [['showDeleted', 'true']] : []
  return queryText([...deleted, ...pagingParts(paging)])
}
