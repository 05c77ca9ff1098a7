import {
  DEFAULT_PERIOD,
  DEFAULT_TAB,
  summaryPeriods,
  summaryTabs,
  type SummaryPeriod,
  type SummaryTab,
} from '#shared/domains/tasks/constants.ts'
import { queryText } from '#web/lib/query-string.ts'

/** Longest search of the Tasks Summary, in characters. */
export const MAX_SUMMARY_SEARCH = 200

/** The query parameters of the Tasks Summary. */
export interface SummaryParams {
  dateRange: SummaryPeriod
  tab: SummaryTab
  /** Words that listed tasks contain; empty for all tasks. */
  search: string
}

/** Reads `dateRange` (days back), `tab` and `search`; invalid values become the default. */
export function parseSummaryParams(params: URLSearchParams): SummaryParams {
  const period = summaryPeriods.find(({ days }) => String(days) === params.get('dateRange'))
  const known = summaryTabs.find(({ tab }) => tab === params.get('tab'))
  return {
    dateRange: period?.days ?? DEFAULT_PERIOD,
    tab: known?.tab ?? DEFAULT_TAB,
    search: (params.get('search') ?? '').slice(0, MAX_SUMMARY_SEARCH),
  }
}

/** The query of an address; defaults are left out. */
export function formatSummaryParams({ dateRange, tab, search }: SummaryParams): string {
  const parts: [string, string][] = []
  if (dateRange !== DEFAULT_PERIOD) parts.push(['dateRange', String(dateRange)])
  if (tab !== DEFAULT_TAB) parts.push(['tab', tab])
  if (search !== '') parts.push(['search', search])
  return queryText(parts)
}
