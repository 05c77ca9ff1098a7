import { useMemo } from 'react'
import { workqueueListMessages as texts } from '#shared/domains/workqueues/list-messages.ts'
import { formatTerm } from '#shared/domains/search/typing.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { presetInterval } from '#shared/lib/date-presets.ts'
import { type BuiltInView, currentView, type ShownView, shownViews } from '#web/domains/views/shown-views.ts'
import { useSavedViews } from '#web/domains/views/use-views.ts'
import { ViewCount } from '#web/domains/views/view-count.tsx'
import { useFeature } from '#web/lib/features.ts'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { shownClock } from '#web/lib/settings/time-zone.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { workqueueCountQuery } from './operations.ts'
import { workqueueListVariables } from './use-workqueue-list.ts'
import {
  formatWorkqueueListParams,
  parseWorkqueueListParams,
  type WorkqueueListParams,
} from './workqueue-list-params.ts'

/** The key of this screen for saved views. */
export const VIEW_SCREEN = 'workqueues'

/** A query as the addresses of the list have it, without page and view. */
export const viewQueryOf = (query: WorkqueueListParams): string =>
  formatWorkqueueListParams({ ...query, page: 1, perPage: DEFAULT_PAGE_SIZE, view: null }).slice(1)

const paramsOf = (query: string) => parseWorkqueueListParams(new URLSearchParams(query))
const normal = (query: string) => viewQueryOf(paramsOf(query))

/** The views of the run list: what the console offers, and what was saved. */
export function useListViews(query: WorkqueueListParams): {
  views: ShownView[]
  current: ShownView
  /** The query of the list, as those of the views. */
  text: string
} {
  const builtIn = useBuiltInViews()
  const saved = useSavedViews(VIEW_SCREEN)
  const views = useMemo(() => shownViews(builtIn, saved, normal), [builtIn, saved])
  const text = viewQueryOf(query)
  return { views, current: currentView(views, query.view, text)!, text }
}

function useBuiltInViews(): BuiltInView[] {
  const { state } = useSession()
  const email = state.phase === 'known' ? signedInUser(state.view)?.user.email : undefined
  const [searches, attends] = [useFeature('search'), useFeature('attention')]
  const today = useOfNow(10_000, (now) => presetInterval('Today', new Date(now), shownClock()).from ?? '')
  return useMemo(
    () => [
      { key: 'all', name: texts.viewAll, query: '' },
      {
        key: 'failed-today',
        name: texts.viewFailedToday,
        query: `status=failed&created=${today},`,
        failed: true,
      },
      ...(searches && email
        ? [
            {
              key: 'mine',
              name: texts.viewMine,
              query: `search=${encodeURIComponent(formatTerm('by', email))}`,
            },
          ]
        : []),
      ...(attends ? [{ key: 'stuck', name: texts.viewStuck, query: 'sort=created&stuck=true' }] : []),
    ],
    [today, searches, attends, email],
  )
}

/** The address of a view in the list, from its question mark on. */
export function viewAddress({ key, query }: Pick<ShownView, 'key' | 'query'>): string {
  return formatWorkqueueListParams({ ...paramsOf(query), view: key === 'all' ? null : key })
}

/** How many runs a view has. */
export function RunViewCount({
  appId,
  view,
  shown,
}: {
  appId: string
  view: ShownView
  /** What the list says of the shown view; undefined for other views. */
  shown: { total: number; more: boolean } | undefined
}) {
  const variables = useMemo(() => {
    const {
      page: _page,
      perPage: _perPage,
      sort: _sort,
      ...filters
    } = workqueueListVariables(appId, paramsOf(view.query))
    return filters
  }, [appId, view.query])
  return (
    <ViewCount
      query={workqueueCountQuery}
      variables={variables}
      countOf={(data) => data.workqueues}
      shown={shown}
      failed={view.failed}
    />
  )
}
