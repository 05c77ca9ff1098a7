import { type FailureState, failureStates } from '#shared/domains/failures/states.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText, wordsOf } from '#web/lib/query-string.ts'

/** The query parameters of the list of failures. */
export interface FailureListParams extends PagingQuery {
  /** None: any. */
  state: FailureState[]
  /** Null: any. */
  app: string | null
  type: string | null
}

/** The columns that the list can be sorted by. */
export const failureSorts = ['last', 'first', 'tasks', 'runs', 'title'] as const

export const noFailureFilters = { state: [], app: null, type: null } satisfies Partial<FailureListParams>

/** Reads `page`, `perPage`, `sort`, `state=a,b`, `app` and `type`; unknown values are ignored. */
export function parseFailureList(params: URLSearchParams): FailureListParams {
  const states = wordsOf(params.get('state'))
  return {
    ...parsePaging(params, failureSorts),
    state: failureStates.filter((state) => states.includes(state)),
    app: params.get('app') || null,
    type: params.get('type') || null,
  }
}

/** The query of an address; defaults are left out. */
export function formatFailureList({ state, app, type, ...paging }: FailureListParams): string {
  const parts: [string, string][] = []
  if (state.length > 0) parts.push(['state', state.join(',')])
  if (app !== null) parts.push(['app', app])
  if (type !== null) parts.push(['type', type])
  return queryText([...parts, ...pagingParts(paging)])
}

/** Whether a filter is set; paging is not a filter. */
export const isFailureListFiltered = ({ state, app, type }: FailureListParams): boolean =>
  state.length > 0 || app !== null || type !== null
