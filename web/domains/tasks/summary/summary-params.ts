import {
  DEFAULT_PERIOD,
  DEFAULT_TAB,
  summaryPeriods,
  summaryTabs,
  type SummaryPeriod,
  type SummaryTab,
} from '#shared/domains/tasks/constants.ts'
import { queryText } from '#web/lib/query-string.ts'

/** The query parameters of the Tasks Summary. */
export interface SummaryParams {
  dateRange: SummaryPeriod
  tab: SummaryTab
}

/** Reads `dateRange` (days back) and `tab`; invalid values become the default. */
export function parseSummaryParams(params: URLSearchParams): SummaryParams {
  const period = summaryPeriods.find(({ days }) => String(days) === params.get('dateRange'))
  const known = summaryTabs.find(({ tab }) => tab === params.get('tab'))
  return { dateRange: period?.days ?? DEFAULT_PERIOD, tab: known?.tab ?? DEFAULT_TAB }
}

/** The query of an address; defaults are left out. */
export function formatSummaryParams({ dateRange, tab }: SummaryParams): string {
  const parts: [string, string][] = []
  if (dateRange !== DEFAULT_PERIOD) parts.push(['dateRange', String(dateRange)])
  if (tab !== DEFAULT_TAB) parts.push(['tab', tab])
  return queryText(parts)
}
