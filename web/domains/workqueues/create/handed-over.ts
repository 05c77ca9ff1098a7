import { paths } from '#web/paths.ts'

/**
 * The longest query that a definition is put into, in characters. Common proxies limit request lines to 8 kB:
 * a longer address would open here but not after a reload.
 */
const QUERY_LIMIT = 7_000

/** State of a history entry: the definition, outside of the address. */
interface HistoryState {
  workqueue: string
}

export interface CreateTarget {
  to: string
  state?: HistoryState
}

/**
 * The address of Run Workqueue with a definition: as its query parameter `workqueue` or, when that is too
 * long, as the state of the history entry, which survives a reload and Back as well.
 */
export function createTarget(appId: string, definition: unknown): CreateTarget {
  const workqueue = JSON.stringify(definition)
  const query = `?workqueue=${encodeURIComponent(workqueue)}`
  if (query.length <= QUERY_LIMIT) return { to: paths.createWorkqueue(appId, query) }
  return { to: paths.createWorkqueue(appId), state: { workqueue } }
}

/** The definition of a history entry, as JSON text; null when it has none. */
export function historyDefinition(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('workqueue' in state)) return null
  return typeof state.workqueue === 'string' ? state.workqueue : null
}
