import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import { graphql, type ResultOf } from '#web/lib/graphql.ts'

/** The newest failure that a task has failed with. */
const taskFailureQuery = graphql(`
  query TaskFailure($taskId: ID!) {
    failures(taskId: $taskId, state: ["open", "muted", "regressed", "closed"], page: 1, perPage: 1) {
      rows {
        id
        title
        state
        first
        runs
        tasks
      }
    }
  }
`)

export type TaskFailure = ResultOf<typeof taskFailureQuery>['failures']['rows'][number]

/**
 * The failure of a failed task: all tasks that failed for the same cause. Null where there is none or the platform does
 * not group failures, undefined while it is read. `taskId` is null for a task that has not failed.
 */
export function useTaskFailure(taskId: string | null): TaskFailure | null | undefined {
  const pause = !useFeature('failures') || taskId === null
  const [{ data, error }] = useQuery({
    query: taskFailureQuery,
    variables: { taskId: taskId ?? '' },
    requestPolicy: 'cache-and-network',
    pause,
  })
  if (pause || error) return null
  return data && (data.failures.rows[0] ?? null)
}
