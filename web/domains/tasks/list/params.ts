import { taskStatuses, type TaskStatus } from '#shared/domains/tasks/constants.ts'
import { taskListMessages } from '#shared/domains/tasks/list-messages.ts'
import { openInterval, type DateInterval } from '#shared/lib/date-presets.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewMessages } from '#shared/domains/views/messages.ts'
import type { BuiltInView } from '#web/domains/views/shown-views.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { intervalOf, intervalPart, queryText, wordsOf } from '#web/lib/query-string.ts'

/** The query parameters of the Tasks screen. */
export interface TaskListParams extends PagingQuery {
  type: string[]
  status: TaskStatus[]
  created: DateInterval
  /** Words and terms that all rows pass; empty for none. */
  search: string
}

/** No filter; a change of a filter starts at page 1. */
export const noTaskFilters = { type: [], status: [], created: openInterval, search: '' }

export const defaultTaskListParams: TaskListParams = { page: 1, perPage: DEFAULT_PAGE_SIZE, ...noTaskFilters }

/**
 * Reads `page`, `perPage`, `sort`, `type=a,b`, `status=a,b` and `created=from,to` (either side may be empty) and `search`.
 * Unknown values are ignored.
 */
export function parseTaskListParams(params: URLSearchParams): TaskListParams {
  return {
    ...parsePaging(params, ['created']),
    type: wordsOf(params.get('type')),
    status: taskStatuses.filter((status) => wordsOf(params.get('status')).includes(status)),
    created: intervalOf(params.get('created')),
    search: params.get('search') ?? '',
  }
}

/** The query of an address; defaults are left out. */
export function formatTaskListParams(query: TaskListParams): string {
  const parts = pagingParts(query)
  if (query.search.trim() !== '') parts.push(['search', query.search.trim()])
  if (query.type.length > 0) parts.push(['type', query.type.join(',')])
  if (query.status.length > 0) parts.push(['status', query.status.join(',')])
  const created = intervalPart(query.created)
  if (created !== null) parts.push(['created', created])
  return queryText(parts)
}

/** Whether a filter is set; paging is not a filter. */
export function isTaskListFiltered({ type, status, created, search }: TaskListParams): boolean {
  return search !== '' || type.length > 0 || status.length > 0 || intervalPart(created) !== null
}

const viewsOf = (builtIn: readonly BuiltInView[]) =>
  viewedList({
    screen: 'tasks',
    parse: parseTaskListParams,
    format: formatTaskListParams,
    filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
    builtIn,
  })

const { all, failed, running, waiting } = viewMessages.own
const everyView: BuiltInView[] = [
  { key: 'all', name: all, query: '' },
  { key: 'failed', name: failed, query: 'status=failed', failed: true },
  { key: 'running', name: running, query: 'status=started' },
  { key: 'waiting', name: waiting, query: 'status=queued,retry' },
]
const failedHour: BuiltInView = {
  key: 'failed-hour',
  name: taskListMessages.viewFailedHour,
  query: 'search=ended%3A%3C1h&status=failed',
  failed: true,
}

/** The views of the list; a saved one has filters and order. */
export const taskViews = viewsOf(everyView)
/** The same on a platform that searches tasks. */
export const searchedTaskViews = viewsOf(everyView.toSpliced(1, 0, failedHour))
