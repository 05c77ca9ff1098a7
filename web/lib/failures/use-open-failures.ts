import { useMemo } from 'react'
import { useFeature } from '../features.ts'
import type { ResultOf } from '../graphql.ts'
import { useRegularRead } from '../queues/use-queues.ts'
import { openFailuresQuery } from '../queues/operations.ts'

/** A failure that is not repaired. */
export type OpenFailure = ResultOf<typeof openFailuresQuery>['failures']['rows'][number]

/** Failures that are read: more of them are a matter of their own list. */
const MOST = 200

export interface OpenFailures {
  rows: readonly OpenFailure[]
  total: number
}

/**
 * The failures that are not repaired, of a type of tasks or of all, read every 10 seconds while the tab is visible. Null
 * on a platform that does not group failures and where they cannot be read, undefined until they are read.
 */
export function useOpenFailures(type?: string): OpenFailures | null | undefined {
  const isTold = useFeature('failures')
  const variables = useMemo(() => ({ type: type ?? null, perPage: MOST }), [type])
  const { data, failing } = useRegularRead(openFailuresQuery, variables, isTold)
  return isTold ? (data?.failures ?? (failing ? null : undefined)) : null
}

/** The same by the type of their tasks; empty until they are read. */
export function useOpenFailuresByType(): ReadonlyMap<string, readonly OpenFailure[]> {
  const failures = useOpenFailures()
  return useMemo(() => {
    const byType = new Map<string, OpenFailure[]>()
    for (const failure of failures?.rows ?? [])
      byType.set(failure.type, [...(byType.get(failure.type) ?? []), failure])
    return byType
  }, [failures])
}
