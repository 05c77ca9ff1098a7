import { type FailureTaskState, failureTaskStates } from '#shared/domains/failures/states.ts'
import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'
import { queryText } from '#web/lib/query-string.ts'

/** What the address of a failure chooses of its tasks. */
export interface TasksParams extends PagingQuery {
  /** Null: any. */
  state: FailureTaskState | null
}

/** Reads `page`, `perPage` and `state`; unknown values are ignored. */
export const parseTasksParams = (params: URLSearchParams): TasksParams => ({
  ...parsePaging(params),
  state: failureTaskStates.find((state) => state === params.get('state')) ?? null,
})

/** The query of an address; defaults are left out. */
export const formatTasksParams = ({ state, ...paging }: TasksParams): string =>
  queryText([...(state ? [['state', state] as const] : []), ...pagingParts(paging)])
