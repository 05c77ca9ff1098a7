import { useMemo } from 'react'
import { useQuery } from 'urql'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { planHealthQuery } from '../operations.ts'

export type RunsOfPlan = ResultOf<typeof planHealthQuery>['planHealth'][number]

/** Runs of each plan. */
const RUNS = 10

/** The health of plans by their ids, by one call; empty until it is read, and on a platform without statistics. */
export function usePlanHealth(ids: readonly string[]): ReadonlyMap<string, RunsOfPlan> {
  const asked = useFeature('stats') && ids.length > 0
  const named = ids.join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- the ids by their names
  const variables = useMemo(() => ({ ids: [...ids], runs: RUNS }), [named])
  const [{ data }] = useQuery({
    query: planHealthQuery,
    variables,
    pause: !asked,
    requestPolicy: 'cache-and-network',
  })
  const health = asked ? data?.planHealth : undefined
  return useMemo(() => new Map(health?.map((each) => [each.id, each])), [health])
}
