/** Has a prefix, because other products may be served from the same host on another port. */
const KEY = 'workforce-console.queries'

/** Pages of which the query is remembered; of more the one that changed longest ago is forgotten. */
const KEPT = 100

function queries(): Map<string, string> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, string][])
  } catch {
    // A browser may refuse storage, and another version may have stored something else.
    return new Map()
  }
}

/**
 * Remembers the filters of a page in this tab, so that breadcrumbs lead back to them. `query` is that of the address, with
 * its question mark; empty where there is none.
 */
export function rememberQuery(pathname: string, query: string): void {
  const all = queries()
  if (query === (all.get(pathname) ?? '')) return
  all.delete(pathname)
  if (query) all.set(pathname, query)
  const [oldest] = all.keys()
  if (all.size > KEPT && oldest !== undefined) all.delete(oldest)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...all]))
  } catch {
    // Without storage breadcrumbs lead to the lists without filters.
  }
}

/** The query that a page was shown with last, with its question mark; empty where there was none. */
export const lastQuery = (pathname: string): string => queries().get(pathname) ?? ''

/** The address of a page with the query that it was shown with last; an address with a query of its own stays. */
export const withLastQuery = (to: string): string => to + lastQuery(to)
