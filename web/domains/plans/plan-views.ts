import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { formatSearchedPaging, parseSearchedPaging, type SearchedPagingQuery } from '#web/lib/paging.ts'

/** The columns that plans can be sorted by. */
const planSortKeys = ['name', 'updated']

/** The views of the plans, which have a search, an order and columns. */
export const planViews = viewedList<SearchedPagingQuery>({
  screen: 'plans',
  parse: (params) => parseSearchedPaging(params, planSortKeys),
  format: formatSearchedPaging,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [{ key: 'all', name: viewMessages.own.all, query: '' }],
})
