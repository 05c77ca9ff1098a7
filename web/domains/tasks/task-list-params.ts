import { taskStatuses, type TaskStatus } from '#shared/domains/tasks/constants.ts'
import { openInterval, type DateInterval } from '#shared/lib/date-presets.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { viewMessages } from '#shared/domains/views/messages.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { intervalOf, intervalPart, queryText, wordsOf } from '#web/lib/query-string.ts'

/** The query parameters of the Tasks screen. */
export interface TaskListParams extends PagingQuery {
  type: string[]
  status: TaskStatus[]
  created: DateInterval
}

/** No filter; a change of a filter starts at page 1. */
export const noTaskFilters = { type: [], status: [], created: openInterval }

export const defaultTaskListParams: TaskListParams = { page: 1, perPage: DEFAULT_PAGE_SIZE, ...noTaskFilters }

/**
 * Reads `page`, `perPage`, `sort`, `type=a,b`, `status=a,b` and `created=from,to` (either side may be empty).
 * Unknown values are ignored.
 */
export function parseTaskListParams(params: URLSearchParams): TaskListParams {
  return {
    ...parsePaging(params, ['created']),
    type: wordsOf(params.get('type')),
    status: taskStatuses.filter((status) => wordsOf(params.get('status')).includes(status)),
    created: intervalOf(params.get('created')),
  }
}

/** The query of an address; defaults are left out. */
export function formatTaskListParams(query: TaskListParams): string {
  const parts = pagingParts(query)
  if (query.type.length > 0) parts.push(['type', query.type.join(',')])
  if (query.status.length > 0) parts.push(['status', query.status.join(',')])
  const created = intervalPart(query.created)
  if (created !== null) parts.push(['created', created])
  return queryText(parts)
}

/** Whether a filter is set; paging is not a filter. */
export function isTaskListFiltered({ type, status, created }: TaskListParams): boolean {
  return type.length > 0 || status.length > 0 || intervalPart(created) !== null
}

/** The views of the list; a saved one has filters and order. */
export const taskViews = viewedList({
  screen: 'tasks',
  parse: parseTaskListParams,
  format: formatTaskListParams,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [
    { key: 'all', name: viewMessages.own.all, query: '' },
    { key: 'failed', name: viewMessages.own.failed, query: 'status=failed', failed: true },
    { key: 'running', name: viewMessages.own.running, query: 'status=started' },
    { key: 'waiting', name: viewMessages.own.waiting, query: 'status=queued,retry' },
  ],
})
