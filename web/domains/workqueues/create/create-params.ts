import { parseJsonObject } from '#web/lib/json-text.ts'
import { pagingParts, type PagingQuery, parsePaging } from '#web/lib/paging.ts'
import { paths } from '#web/paths.ts'

const createTabs = ['plan', 'api'] as const
export type CreateTab = (typeof createTabs)[number]

/** The query parameters of Run Workqueue. */
export interface CreateParams extends PagingQuery {
  tab: CreateTab
  /** What plans are searched for. */
  search: string
  /**
   * The definition to begin with as JSON text, from the address or the history entry; null for the sample.
   */
  workqueue: string | null
}

/**
 * Reads `tab`, `search`, `page`, `perPage`, `sort` and `workqueue` (a definition as JSON). `fromHistory` is the definition of
 * the history entry. A given definition selects its own tab unless the address names one. Unknown values are
 * ignored.
 */
export function parseCreateParams(params: URLSearchParams, fromHistory: string | null = null): CreateParams {
  const workqueue = params.get('workqueue') ?? fromHistory
  return {
    tab: createTabs.find((tab) => tab === params.get('tab')) ?? firstTab(workqueue),
    search: params.get('search') ?? '',
    ...parsePaging(params, ['name', 'updated']),
    workqueue,
  }
}

/**
 * The query of an address, with its question mark; defaults and the definition of the history entry are left
 * out.
 */
export function formatCreateParams(query: CreateParams, fromHistory: string | null = null): string {
  const { tab, workqueue, search, ...paging } = query
  const params = new URLSearchParams(pagingParts(paging))
  if (search !== '') params.set('search', search)
  if (tab !== firstTab(workqueue)) params.set('tab', tab)
  if (workqueue !== null && workqueue !== fromHistory) params.set('workqueue', workqueue)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** The order of the tabs: a given definition is shown first. */
export function tabOrder(workqueue: string | null): CreateTab[] {
  return workqueue === null ? ['plan', 'api'] : ['api', 'plan']
}

function firstTab(workqueue: string | null): CreateTab {
  return workqueue === null ? 'plan' : 'api'
}

/**
 * The longest query that a definition is put into, in characters. Common proxies limit request lines to 8 kB:
 * a longer address would open here but not after a reload.
 */
const QUERY_LIMIT = 7_000

/** State of a history entry: the definition, outside of the address. */
interface HistoryState {
  workqueue: string
}

interface CreateTarget {
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

/** The run that a definition was taken from, by "Modify and rerun"; null for any other definition. */
export function modifiedRunOf(
  initial: string | null,
): { initial: string; runId: string; planId: string | null } | null {
  const parsed = parseJsonObject(initial ?? '')
  if (initial === null || 'reason' in parsed) return null
  const { rerunOf, planId } = parsed.value
  if (typeof rerunOf !== 'string' || rerunOf === '') return null
  return { initial, runId: rerunOf, planId: typeof planId === 'string' ? planId : null }
}
