import { useMemo } from 'react'
import { useQuery } from 'urql'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { allPlanChoicesQuery, lastRunsQuery, planChoicesQuery } from '../start-operations.ts'
import { foundPlans } from './plan-search.ts'

export type PlanChoice = ResultOf<typeof planChoicesQuery>['plans']['rows'][number]
/** A plan that has run in the app, and when it did last. */
export type RecentPlan = ResultOf<typeof lastRunsQuery>['ranPlans'][number]

const noPlans: RecentPlan[] = []

/**
 * The plans to choose from, page by page; those that pass a search are looked for here among all plans, because the list of
 * plans has no search on every platform. `ran`: the plans that have run in the app, the one that ran last first.
 */
export function usePlanChoices(appId: string, paging: PagingQuery, search: string) {
  const searching = search.trim() !== ''
  const listed = useLastRead(planChoicesQuery, { appId, ...paging }, { pause: searching })
  const all = useLastRead(allPlanChoicesQuery, { appId }, { pause: !searching })
  const [{ data }] = useQuery({
    query: lastRunsQuery,
    variables: { appId },
    requestPolicy: 'cache-and-network',
  })
  const ran = data?.ranPlans ?? noPlans
  const ranAt = useMemo(
    () => new Map(ran.flatMap(({ id, lastRun }) => (lastRun ? [[id, lastRun] as const] : []))),
    [ran],
  )
  const plans = all.data?.plans
  const found = useMemo(
    () => (searching && plans ? foundPlans(plans.rows, search, { ranAt, sort: paging.sort }) : undefined),
    [searching, plans, search, ranAt, paging.sort],
  )
  // The page of the address is that of the list before the search, until the search is in the address as well.
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / paging.perPage))
  const page = searching ? Math.min(paging.page, pages) : paging.page
  const start = (page - 1) * paging.perPage
  return {
    ran,
    ranAt,
    read: searching ? all : listed,
    /** While a search reads its plans, the rows before it. */
    rows: found
      ? { rows: found.slice(start, start + paging.perPage), total: found.length }
      : listed.data?.plans,
    page,
    /** Plans that a search cannot find, because the platform has not listed them. */
    unread: searching && plans ? plans.total - plans.rows.length : 0,
    /** What Enter in the search opens; undefined while that is not known, null for nothing. */
    first: searching ? found && (found[0] ?? null) : null,
  }
}
