import { useState } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useInterval } from '#web/lib/use-time.ts'
import { taskFailureQuery } from './attempt-operations.ts'

/** A failure is grouped a moment after its task has failed: it is asked for so often, at this interval in milliseconds. */
const TRIES = 4
const RETRY_MS = 3000
/** Others may fail for the same cause meanwhile: time between two reads, in milliseconds. */
const REREAD_MS = 15_000

export type FailureOfTask = ResultOf<typeof taskFailureQuery>['failures']['rows'][number]

/**
 * The failure of a failed task: all tasks that failed for the same cause. Null where there is none or the platform does
 * not group failures, undefined while it is read. `taskId` is null for a task that has not failed.
 */
export function useTaskFailure(taskId: string | null): FailureOfTask | null | undefined {
  const pause = !useFeature('failures') || taskId === null
  const [{ data, error, fetching }, execute] = useQuery({
    query: taskFailureQuery,
    variables: { taskId: taskId ?? '' },
    requestPolicy: 'cache-and-network',
    pause,
  })
  const [tries, setTries] = useState(0)
  const found = data?.failures.rows[0]
  const next = found ? REREAD_MS : tries < TRIES ? RETRY_MS : null
  useInterval(pause || fetching ? null : next, () => {
    if (!found) setTries(tries + 1)
    if (document.visibilityState !== 'hidden') execute({ requestPolicy: 'network-only' })
  })
  const [last, setLast] = useState<{ taskId: string; failure: FailureOfTask } | null>(null)
  if (taskId !== null && found && found !== last?.failure) setLast({ taskId, failure: found })
  if (pause) return null
  // What was read stays while it cannot be read again.
  if (error) return found ?? (last?.taskId === taskId ? last.failure : null)
  return data && (found ?? null)
}
