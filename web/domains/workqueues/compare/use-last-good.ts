import { useMemo } from 'react'
import { useQuery } from 'urql'
import { usePlanStats } from '../stats/use-plan-stats.ts'
import { CHOICES_PER_PAGE, isOfSamePlan, runChoicesQuery, type RunToCompare } from './operations.ts'

/** A completed run that another one is compared with. */
interface GoodRun {
  id: string
  started: string | null
}

/**
 * The good run that a run is compared with everywhere: of those of its plan that completed before it the one most like it, as
 * `mostLike` says. It is sought among the newest; the statistics of the plan know the last one of all. Undefined until it is
 * read, null when there is none.
 */
export function useLastGood(run: RunToCompare): GoodRun | null | undefined {
  const stats = usePlanStats(run)
  const { appId, planId, created } = run
  const variables = useMemo(
    () => ({
      appId,
      page: 1,
      perPage: CHOICES_PER_PAGE,
      status: ['completed'],
      createdBefore: created,
      search: planId && `plan:${planId}`,
    }),
    [appId, planId, created],
  )
  const [{ data, error }] = useQuery({ query: runChoicesQuery, variables })
  if (!data && !error) return undefined
  const earlier = data?.workqueues.rows.filter(
    (row) => row.id !== run.id && isOfSamePlan(run, row) && Date.parse(row.created) <= Date.parse(created),
  )
  return mostLike(run, earlier ?? []) ?? (stats && stats.lastGood)
}

/**
 * Of good runs, newest first, the newest one with the same text in that input of the run which varies most among them and
 * whose text one of them shares, such as its tenant; a text that is another one in each run, such as an id, tells nothing.
 * Without such an input the newest.
 */
export function mostLike<Row extends { inputs: unknown }>(
  run: Pick<RunToCompare, 'initialState'>,
  rows: readonly Row[],
): Row | undefined {
  let [best] = rows
  let most = 1
  for (const [key, text] of Object.entries(run.initialState ?? {})) {
    const texts = rows.map(({ inputs }) => (inputs as Record<string, unknown> | null)?.[key])
    const values = new Set(texts).size
    if (typeof text !== 'string' || values <= most || !texts.includes(text)) continue
    best = rows[texts.indexOf(text)]
    most = values
  }
  return best
}
