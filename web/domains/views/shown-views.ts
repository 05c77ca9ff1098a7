import { tableLayoutOf, layoutText, ownLayout, type TableLayout } from '#web/ui/table/layout.ts'
import type { SavedView } from './operations.ts'

/** A view that the screen has of itself, such as all rows. */
export interface BuiltInView {
  key: string
  name: string
  /** The query of the address, without its question mark. */
  query: string
  /** Its count is one of failures. */
  failed?: boolean
}

/** A tab above a list. */
export interface ShownView extends BuiltInView {
  layout: TableLayout
  /** Null for one of the screen's own. */
  saved: SavedView | null
}

/** The tabs of a screen: its own views, then the saved ones. `normal` writes a query as the screen's addresses do. */
export function shownViews(
  builtIn: readonly BuiltInView[],
  saved: readonly SavedView[],
  normal: (query: string) => string,
): ShownView[] {
  return [
    ...builtIn.map((view) => ({
      ...view,
      query: normal(view.query),
      layout: ownLayout,
      saved: null,
    })),
    ...saved.map((view) => ({
      key: view.id,
      name: view.name,
      query: normal(withSort(view)),
      layout: tableLayoutOf(view),
      saved: view,
    })),
  ]
}

/** A program may store the order apart from the query. */
const withSort = ({ query, sort }: SavedView) =>
  sort === null || new URLSearchParams(query).has('sort')
    ? query
    : `${query}${query === '' ? '' : '&'}sort=${encodeURIComponent(sort)}`

/** The view that is shown: the one that the address names, else the one with its query, else the first. */
export function currentView(
  views: readonly ShownView[],
  key: string | null,
  query: string,
): ShownView | undefined {
  return (
    views.find((view) => view.key === key) ??
    views.find((view) => key === null && view.query === query) ??
    views[0]
  )
}

/** Whether the list shows something else than the view has. */
export const isChanged = (view: ShownView, query: string, layout: TableLayout): boolean =>
  view.query !== query || (view.saved !== null && layoutText(view.layout) !== layoutText(layout))
