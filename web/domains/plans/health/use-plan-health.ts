import { useMemo } from 'react'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead, type LastRead } from '#web/lib/use-last-read.ts'
import { planHealthQuery } from '../operations.ts'

export type RunsOfPlan = ResultOf<typeof planHealthQuery>['planHealth'][number]

/** Runs of each plan. */
const RUNS = 10

export interface PlanHealths {
  /** By the ids of the plans; empty until they are read, and on a platform without statistics. */
  of: ReadonlyMap<string, RunsOfPlan>
  /** The state of the read. */
  read: Pick<LastRead<unknown>, 'readAt' | 'error' | 'failure' | 'rereadInBackground'>
}

/** The health of plans, by one call. */
export function usePlanHealth(ids: readonly string[]): PlanHealths {
  const asked = useFeature('stats') && ids.length > 0
  const named = ids.join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- the ids by their names
  const variables = useMemo(() => ({ ids: [...ids], runs: RUNS }), [named])
  const read = useLastRead(planHealthQuery, variables, { pause: !asked })
  const health = asked ? read.data?.planHealth : undefined
  const of = useMemo(() => new Map(health?.map((each) => [each.id, each])), [health])
  return { of, read }
}
