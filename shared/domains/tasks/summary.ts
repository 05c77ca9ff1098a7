/** Periods of the Tasks Summary, in days back from today (spec section 9). */
export const summaryPeriods = [
  { days: 0, label: 'Today' },
  { days: 1, label: 'Last 2 Days' },
  { days: 5, label: 'Last 5 Days' },
  { days: 7, label: 'Last 7 Days' },
  { days: 10, label: 'Last 10 Days' },
] as const
export type SummaryPeriod = (typeof summaryPeriods)[number]['days']

export const DEFAULT_PERIOD: SummaryPeriod = 0

/** The tabs of the Tasks Summary, in their order, each with the status that it shows. */
export const summaryTabs = [
  { tab: 'running', label: 'Running', status: 'started' },
  { tab: 'queued', label: 'Queued', status: 'queued' },
  { tab: 'failed', label: 'Failed', status: 'failed' },
] as const
export type SummaryTab = (typeof summaryTabs)[number]['tab']

export const DEFAULT_TAB: SummaryTab = 'running'
