import { useMemo } from 'react'
import { useQuery } from 'urql'
import { usePlanStats } from '../stats/use-plan-stats.ts'
import { CHOICES_PER_PAGE, isOfSamePlan, runChoicesQuery, type RunToCompare } from './operations.ts'

/** A completed run that another one is compared with. */
interface GoodRun {
  id: string
  started: string | null
  /** The input that decided, `tenant=acme`: the run shares it, or no good run does and it is the newest. */
  choice: { input: string; isShared: boolean } | null
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
  const found = mostLike(run, earlier ?? [])
  if (found) return { id: found.row.id, started: found.row.started, choice: found.choice }
  return stats?.lastGood ? { ...stats.lastGood, choice: null } : stats && null
}

/** Of good runs, newest first, one and the input that decided. */
interface Likeness<Row> {
  row: Row
  choice: GoodRun['choice']
}

/**
 * Of good runs, newest first, the newest one with the same text in that input of the run which varies most among them and
 * whose text one of them shares, such as its tenant; a text that is another one in each run, such as an id, tells nothing.
 * Without such an input the newest; then the choice names the input that varies most.
 */
export function mostLike<Row extends { inputs: unknown }>(
  run: Pick<RunToCompare, 'initialState'>,
  rows: readonly Row[],
): Likeness<Row> | undefined {
  const [newest] = rows
  if (!newest) return undefined
  const most = { shared: 1, other: 1 }
  let shared: Likeness<Row> | null = null
  let other: GoodRun['choice'] = null
  for (const [key, text] of Object.entries(run.initialState ?? {})) {
    if (typeof text !== 'string') continue
    const texts = rows.map(({ inputs }) => (inputs as Record<string, unknown> | null)?.[key])
    const values = new Set(texts).size
    const place = texts.indexOf(text)
    const kind = place === -1 ? 'other' : 'shared'
    if (values <= most[kind]) continue
    most[kind] = values
    const choice = { input: `${key}=${text}`, isShared: place !== -1 }
    if (place === -1) other = choice
    else shared = { row: rows[place]!, choice }
  }
  return shared ?? { row: newest, choice: other }
}
