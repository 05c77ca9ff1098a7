import { type FailureState, failureStates } from '#shared/domains/failures/states.ts'
import { viewMessages } from '#shared/domains/views/messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { viewedList } from '#web/domains/views/viewed-list.ts'
import { parseSearchedPaging, searchedPagingParts, type SearchedPagingQuery } from '#web/lib/paging.ts'
import { queryText, wordsOf } from '#web/lib/query-string.ts'

/** The query parameters of the list of failures. */
export interface FailureListParams extends SearchedPagingQuery {
  /** None: any. */
  state: FailureState[]
  /** Null: any. */
  app: string | null
  type: string | null
}

/** The columns that the list can be sorted by. */
export const failureSorts = ['last', 'first', 'tasks', 'runs', 'title'] as const

/** The states of what is still to be done, which the list begins with. */
const unfinished: readonly FailureState[] = ['open', 'regressed']
/** In an address: failures of every state. */
const ANY = 'any'

export const anyFailure = {
  state: [],
  app: null,
  type: null,
  search: '',
} satisfies Partial<FailureListParams>

/** Reads `page`, `perPage`, `sort`, `search`, `state=a,b` or `state=any`, `app` and `type`; unknown values are ignored. */
export function parseFailureList(params: URLSearchParams): FailureListParams {
  const text = params.get('state')
  const states = text === null ? unfinished : wordsOf(text)
  return {
    ...parseSearchedPaging(params, failureSorts),
    state: failureStates.filter((state) => states.includes(state)),
    app: params.get('app') || null,
    type: params.get('type') || null,
  }
}

/** The query of an address; defaults are left out. */
export function formatFailureList({ state, app, type, ...paging }: FailureListParams): string {
  const parts: [string, string][] = []
  const states = state.join(',')
  if (states !== unfinished.join(',')) parts.push(['state', states || ANY])
  if (app !== null) parts.push(['app', app])
  if (type !== null) parts.push(['type', type])
  return queryText([...parts, ...searchedPagingParts(paging)])
}

/** The built-in view that only its states choose; paging does not count. Undefined: another choice. */
export function plainView({ state, app, type, search }: FailureListParams): 'open' | 'muted' | undefined {
  if (app !== null || type !== null || search !== '') return undefined
  if (state.join() === unfinished.join()) return 'open'
  return state.join() === 'muted' ? 'muted' : undefined
}

/** Whether a filter is set; paging is not a filter. */
export const isFailureListFiltered = ({ state, app, type, search }: FailureListParams): boolean =>
  state.length > 0 || app !== null || type !== null || search !== ''

/** The views of the list; it begins with what is still to be done. */
export const failureViews = viewedList({
  screen: 'failures',
  parse: parseFailureList,
  format: formatFailureList,
  filtersOf: (query) => ({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE }),
  builtIn: [
    { key: 'open', name: viewMessages.own.open, query: '', failed: true },
    { key: 'muted', name: viewMessages.own.muted, query: 'state=muted' },
    { key: 'closed', name: viewMessages.own.closed, query: 'state=closed' },
    { key: 'all', name: viewMessages.own.all, query: `state=${ANY}` },
  ],
})

/** The filters of the list as variables of its queries. */
export const failureFilterVariables = ({ state, app, type, search }: FailureListParams) => ({
  state: state.length > 0 ? state : [...failureStates],
  ...(app !== null && { appId: app }),
  ...(type !== null && { type }),
  ...(search !== '' && { search }),
})
