import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

/** The columns that plans can be sorted by. */
const planSortKeys = ['name', 'updated']

/** The views of the plans, which have an order and columns, but no filters. */
export const planViews = viewedList<PagingQuery>({
  screen: 'plans',
  parse: (params) => parsePaging(params, planSortKeys),
  format: (query) => queryText(pagingParts(query)),
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [{ key: 'all', name: viewMessages.own.all, query: '' }],
})
