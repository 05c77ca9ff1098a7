import { currentView, shownViews, type BuiltInView, type ShownView } from './shown-views.ts'

/** The query of a list, with the view that the list was opened with: its id, or the key of one of the screen's own. */
export type Viewed<Query> = Query & { view: string | null }

interface ListOfViews<Query> {
  /** The key of the screen for saved views. */
  screen: string
  /** The first has all rows, or those that the list begins with. */
  builtIn: readonly BuiltInView[]
  parse(params: URLSearchParams): Query
  /** The query of an address, with its question mark; defaults are left out. */
  format(query: Query): string
  /** The query without what no view has, such as the page. */
  filtersOf(query: Query): Query
}

export type ViewedList<Query extends object> = ReturnType<typeof viewedList<Query>>

/** A list whose filters are saved as views, by the pure functions that read and write its address. */
export function viewedList<Query extends object>(list: ListOfViews<Query>) {
  const { screen, builtIn } = list
  const textOf = (query: Query): string => list.format(list.filtersOf(query)).slice(1)
  const queryOf = (text: string): Query => list.parse(new URLSearchParams(text))
  const format = ({ view, ...query }: Viewed<Query>): string => {
    const text = list.format(query as unknown as Query)
    if (view === null) return text
    return `${text}${text === '' ? '?' : '&'}view=${encodeURIComponent(view)}`
  }
  return {
    screen,
    builtIn,
    parse: (params: URLSearchParams): Viewed<Query> => ({
      ...list.parse(params),
      view: params.get('view') || null,
    }),
    format,
    /** The query of a list as those of its views: without its question mark, its page and its view. */
    textOf,
    queryOf,
    /** The views of the list, and the one that is shown. */
    viewsFor(saved: Parameters<typeof shownViews>[1], query: Viewed<Query>) {
      const views = shownViews(builtIn, saved, (text) => textOf(queryOf(text)))
      const text = textOf(query)
      return { views, text, current: currentView(views, query.view, text)! }
    },
    /** The address of a view in the list, from its question mark on. */
    addressOf({ key, query }: Pick<ShownView, 'key' | 'query'>): string {
      return format({ ...queryOf(query), view: key === builtIn[0]?.key ? null : key })
    },
  }
}
