import { type ReactNode, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useFeature } from '#web/lib/features.ts'
import type { TableLayout } from '#web/ui/table/layout.ts'
import { useStoredLayout } from '#web/ui/table/stored-layout.ts'
import type { ShownView } from './shown-views.ts'
import type { RowCount } from './view-count.tsx'
import { useSavedViews } from './use-views.ts'
import { ViewTabs } from './view-tabs.tsx'
import type { Viewed, ViewedList } from './viewed-list.ts'

/** What a list shows its views by. */
interface ShownViews {
  views: readonly ShownView[]
  current: ShownView
  /** The query of the list, as those of its views. */
  text: string
  /** The columns of the current view, and their change. */
  layout: readonly [TableLayout, (layout: TableLayout) => void]
}

/** The views of a list, and the columns of its table, which each view has of its own. `label` is that of the table. */
export function useViewedList<Query extends object>(
  list: ViewedList<Query>,
  query: Viewed<Query>,
  label: string,
): ShownViews {
  const saved = useSavedViews(list.screen)
  const shown = useMemo(() => list.viewsFor(saved, query), [list, saved, query])
  const { saved: own, key, layout } = shown.current
  return { ...shown, layout: useStoredLayout(own ? `${label}.${key}` : label, layout) }
}

/** The tabs of a list's views; none on a platform without the feature. */
export function ListViews<Query extends object>({
  list,
  shown: { views, current, text, layout },
  total,
  countOf = (_view, shown) => shown && <span data-view-count>{shown.total?.toLocaleString('en')}</span>,
}: {
  list: ViewedList<Query>
  shown: ShownViews
  /** How many rows the list has now; undefined while that is not known. */
  total: number | RowCount | undefined
  /** How many rows a view has, where the screen counts those of others too; `shown` is what the list says of its own. */
  countOf?: (view: ShownView, shown: RowCount | undefined) => ReactNode
}) {
  const navigate = useNavigate()
  if (!useFeature('views')) return null
  const known = typeof total === 'number' ? { total } : total
  return (
    <ViewTabs
      screen={list.screen}
      views={views}
      current={current}
      query={text}
      layout={layout}
      hrefOf={list.addressOf}
      countOf={(view) => countOf(view, view.key === current.key && view.query === text ? known : undefined)}
      onOpen={(view) => void navigate({ search: list.addressOf(view) })}
    />
  )
}
