import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging.ts'

export const createTabs = ['plan', 'api'] as const
export type CreateTab = (typeof createTabs)[number]

/** The query parameters of Run Workqueue. */
export interface CreateParams extends PagingQuery {
  tab: CreateTab
  /**
   * The definition to begin with as JSON text, from the address or the history entry; null for the sample.
   */
  workqueue: string | null
}

/**
 * Reads `tab`, `page`, `perPage` and `workqueue` (a definition as JSON). `handed` is the definition of the
 * history entry. A given definition selects its own tab unless the address names one. Unknown values are
 * ignored.
 */
export function parseCreateParams(params: URLSearchParams, handed: string | null = null): CreateParams {
  const workqueue = params.get('workqueue') ?? handed
  return {
    tab: createTabs.find((tab) => tab === params.get('tab')) ?? firstTab(workqueue),
    ...parsePaging(params),
    workqueue,
  }
}

/**
 * The query of an address, with its question mark; defaults and the definition of the history entry are left
 * out.
 */
export function formatCreateParams(query: CreateParams, handed: string | null = null): string {
  const { tab, workqueue, ...paging } = query
  const params = new URLSearchParams(pagingParts(paging))
  if (tab !== firstTab(workqueue)) params.set('tab', tab)
  if (workqueue !== null && workqueue !== handed) params.set('workqueue', workqueue)
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
