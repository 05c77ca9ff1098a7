import { pagingParts, parsePaging, type PagingQuery } from '#web/lib/paging-query.ts'

export const createTabs = ['plan', 'api'] as const
export type CreateTab = (typeof createTabs)[number]

/** What the address of Run Workqueue says. */
export interface CreateQuery extends PagingQuery {
  tab: CreateTab
  /** A definition as JSON text to begin with, of the address or handed over beside it; null for the sample. */
  workqueue: string | null
}

/**
 * Reads the query of Run Workqueue's address: `tab`, `page`, `perPage` and `workqueue` (a definition as JSON).
 * `handed` is a definition that came beside the
 * address (see handed-over.ts). A given definition opens its own tab unless the address names one. What it does not know is ignored.
 */
export function parseCreateQuery(params: URLSearchParams, handed: string | null = null): CreateQuery {
  const workqueue = params.get('workqueue') ?? handed
  return {
    tab: createTabs.find((tab) => tab === params.get('tab')) ?? firstTab(workqueue),
    ...parsePaging(params),
    workqueue,
  }
}

/** The query of an address, with its question mark; defaults stay out, and what is handed over beside it. */
export function formatCreateQuery(query: CreateQuery, handed: string | null = null): string {
  const { tab, workqueue, ...paging } = query
  const params = new URLSearchParams(pagingParts(paging))
  if (tab !== firstTab(workqueue)) params.set('tab', tab)
  if (workqueue !== null && workqueue !== handed) params.set('workqueue', workqueue)
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

/** The tabs in their order: the one with a given definition stands first (spec section 2). */
export function tabOrder(workqueue: string | null): CreateTab[] {
  return workqueue === null ? ['plan', 'api'] : ['api', 'plan']
}

function firstTab(workqueue: string | null): CreateTab {
  return workqueue === null ? 'plan' : 'api'
}
