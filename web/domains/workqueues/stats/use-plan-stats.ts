import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { planTimesQuery } from './operations.ts'

type Answer = ResultOf<typeof planTimesQuery>['planStats']
type TaskStats = UsualTask & Omit<Answer['tasks'][number], 'name'>

/** What is known about the earlier runs of a plan. */
export interface ShownPlanStats {
  /** By the name of the task. */
  usual: ReadonlyMap<string, TaskStats>
  /** Of a whole run; null before the plan has completed 5 runs. */
  expected: UsualDuration | null
  /** The newest completed run of the plan in this app; with a run, the newest before it. */
  lastGood: Answer['lastGood']
}

/** The run that is shown, or the plan of several runs: then without `id`. */
export interface RunOfPlan {
  id?: string
  appId: string
  planId: string | null
}

/**
 * The statistics of a plan in an app; null without a plan, on a platform without statistics, and where they cannot be read;
 * undefined until they are read. One read for all components that name the same plan, app and run.
 */
export function usePlanStats(run: RunOfPlan | null): ShownPlanStats | null | undefined {
  const offered = useFeature('stats')
  const { id: before, appId, planId } = run ?? noRun
  const variables = useMemo(() => ({ planId: planId ?? '', appId, before }), [planId, appId, before])
  const pause = !offered || planId === null
  const [{ data, error, operation }] = useQuery({ query: planTimesQuery, variables, pause })
  // Until the answer for another run has arrived, that for the run before is kept.
  const { planId: readPlan, before: readBefore } = operation?.variables ?? {}
  const stats = !pause && readPlan === planId && readBefore === before ? data?.planStats : undefined
  const isUnread = !pause && error === undefined
  return useMemo(
    () => (stats ? shownStats(stats, before) : isUnread ? undefined : null),
    [stats, before, isUnread],
  )
}

const noRun: RunOfPlan = { appId: '', planId: null }

function shownStats({ tasks, expected, lastGood }: Answer, runId: string | undefined): ShownPlanStats {
  const { medianMs, p90Ms } = expected ?? {}
  return {
    usual: new Map(tasks.map(({ name, ...times }) => [name, times])),
    expected: medianMs != null && p90Ms != null ? { medianMs, p90Ms } : null,
    lastGood: lastGood?.id === runId ? null : lastGood,
  }
}
