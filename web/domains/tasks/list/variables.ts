import type { VariablesOf } from '#web/lib/graphql.ts'
import type { taskListQuery } from '../list-operations.ts'
import type { TaskListParams } from './params.ts'

type Variables = VariablesOf<typeof taskListQuery>

/** The filters of the list as variables of its queries. */
export function taskFilterVariables(
  appId: string,
  query: TaskListParams,
): Omit<Variables, 'page' | 'perPage'> {
  const { type, status, created, search } = query
  return {
    appId,
    ...(search !== '' && { search }),
    ...(type.length > 0 && { type }),
    ...(status.length > 0 && { status }),
    ...(created.from !== null && { createdAfter: created.from }),
    ...(created.to !== null && { createdBefore: created.to }),
  }
}

/** The variables of a page of the list. */
export function taskListVariables(appId: string, query: TaskListParams): Variables {
  const { page, perPage, sort } = query
  return { ...taskFilterVariables(appId, query), page, perPage, ...(sort !== undefined && { sort }) }
}
