import { paths } from '#web/paths.ts'

/**
 * The longest query, in characters, that a definition travels in. Common proxies take request lines of 8 kB;
 * a longer address would open here but not after a reload.
 */
const QUERY_LIMIT = 7_000

/** A definition that stands in the entry of the browser's history, beside the address. */
interface HandedOver {
  workqueue: string
}

export interface CreateTarget {
  to: string
  state?: HandedOver
}

/**
 * Where Run Workqueue opens with a definition: in its query parameter `workqueue` (spec section 2), or, when that
 * is too long for an address, in the history entry, which survives a reload and Back as well.
 */
export function createTarget(appId: string, definition: unknown): CreateTarget {
  const workqueue = JSON.stringify(definition)
  const query = `?workqueue=${encodeURIComponent(workqueue)}`
  if (query.length <= QUERY_LIMIT) return { to: paths.createWorkqueue(appId, query) }
  return { to: paths.createWorkqueue(appId), state: { workqueue } }
}

/** The definition of a history entry, as JSON text; null when it holds none. */
export function handedOver(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !('workqueue' in state)) return null
  return typeof state.workqueue === 'string' ? state.workqueue : null
}
