import { useState } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useInterval } from '#web/lib/use-time.ts'
import { taskFailureQuery } from './attempt-operations.ts'

/** A failure is grouped a moment after its task has failed: it is asked for so often, at this interval in milliseconds. */
const TRIES = 4
const RETRY_MS = 3000

export type TaskFailure = ResultOf<typeof taskFailureQuery>['failures']['rows'][number]

/**
 * The failure of a failed task: all tasks that failed for the same cause. Null where there is none or the platform does
 * not group failures, undefined while it is read. `taskId` is null for a task that has not failed.
 */
export function useTaskFailure(taskId: string | null): TaskFailure | null | undefined {
  const pause = !useFeature('failures') || taskId === null
  const [{ data, error, fetching }, execute] = useQuery({
    query: taskFailureQuery,
    variables: { taskId: taskId ?? '' },
    requestPolicy: 'cache-and-network',
    pause,
  })
  const [tries, setTries] = useState(0)
  const found = data?.failures.rows[0]
  useInterval(!pause && !found && !fetching && tries < TRIES ? RETRY_MS : null, () => {
    setTries(tries + 1)
    execute({ requestPolicy: 'network-only' })
  })
  if (pause || error) return null
  return data && (found ?? null)
}
