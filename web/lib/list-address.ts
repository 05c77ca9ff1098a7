/** Has a prefix, because other products may be served from the same host on another port. */
const PREFIX = 'workforce-console.list'

const known = new Map<string, string>()

/**
 * Remembers the filters of an app's workqueue list in this tab, so that breadcrumbs lead back to it. `query` is that of
 * the address, with its question mark.
 */
export function rememberListQuery(appId: string, query: string): void {
  known.set(appId, query)
  try {
    sessionStorage.setItem(`${PREFIX}.${appId}`, query)
  } catch {
    // Private windows may refuse storage: then a reload forgets the filters.
  }
}

/** The query of that list when it was shown last, with its question mark; empty when it was not. */
export function lastListQuery(appId: string): string {
  const query = known.get(appId)
  if (query !== undefined) return query
  try {
    return sessionStorage.getItem(`${PREFIX}.${appId}`) ?? ''
  } catch {
    return ''
  }
}
