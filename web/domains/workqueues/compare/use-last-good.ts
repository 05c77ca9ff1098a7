import { useMemo } from 'react'
import { useQuery } from 'urql'
import { usePlanStats } from '../stats/use-plan-stats.ts'
import { CHOICES_PER_PAGE, isOfSamePlan, runChoicesQuery, type RunToCompare } from './operations.ts'

/**
 * The last run of the same plan that completed before a run: from the statistics of the plan, else among the newest
 * completed runs of the app. Undefined until it is read, null when there is none.
 */
export function useLastGood(run: RunToCompare & { created: string }): string | null | undefined {
  const stats = usePlanStats(run)
  const variables = useMemo(
    () => ({ appId: run.appId, page: 1, perPage: CHOICES_PER_PAGE, status: ['completed'] }),
    [run.appId],
  )
  const pause = stats?.lastGood != null
  const [{ data, error }] = useQuery({ query: runChoicesQuery, variables, pause })
  if (stats?.lastGood) return stats.lastGood.id
  if (error) return null
  return (
    data?.workqueues.rows.find(
      (row) =>
        row.id !== run.id && isOfSamePlan(run, row) && Date.parse(row.created) <= Date.parse(run.created),
    )?.id ?? (data ? null : undefined)
  )
}
