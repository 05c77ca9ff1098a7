import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/page-size.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

/** The address of the list. */
export interface PlanListQuery extends PagingQuery {
  /** Words that the name or the description contains. */
  search: string
}

/** Longer searches are refused. */
export const MAX_PLAN_SEARCH = 200

/** The columns that plans can be sorted by. */
const planSortKeys = ['name', 'updated']

/** The views of the plans, which have a search, an order and columns. */
export const planViews = viewedList<PlanListQuery>({
  screen: 'plans',
  parse: (params) => ({
    ...parsePaging(params, planSortKeys),
    search: params.get('search')?.slice(0, MAX_PLAN_SEARCH) ?? '',
  }),
  format: ({ search, ...paging }) =>
    queryText([...(search === '' ? [] : [['search', search] as [string, string]]), ...pagingParts(paging)]),
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [{ key: 'all', name: viewMessages.own.all, query: '' }],
})
