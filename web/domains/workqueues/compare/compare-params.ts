import { queryText } from '#web/lib/query-string.ts'

export const compareTabs = ['plan', 'state', 'outputs'] as const
export type CompareTab = (typeof compareTabs)[number]

/** What the address of a comparison says besides its two runs. */
export interface CompareParams {
  /** Only tasks that differ. */
  only: boolean
  /** Null is the first tab that differs. */
  tab: CompareTab | null
  /** The later run is on the left. */
  swap: boolean
}

const isSet = (text: string | null) => text === '' || text === '1' || text === 'true'

/** Reads an address. A value that has no meaning counts as absent. */
export function parseCompareParams(params: URLSearchParams): CompareParams {
  return {
    only: isSet(params.get('only')),
    tab: compareTabs.find((tab) => tab === params.get('tab')) ?? null,
    swap: isSet(params.get('swap')),
  }
}

/** The query of an address; what is usual is left out. */
export function formatCompareParams({ only, tab, swap }: CompareParams): string {
  const parts: [string, string][] = []
  if (only) parts.push(['only', '1'])
  if (tab !== null) parts.push(['tab', tab])
  if (swap) parts.push(['swap', '1'])
  return queryText(parts)
}
