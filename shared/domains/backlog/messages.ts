/** Exact texts of the backlog dashboard. */
export const backlogMessages = {
  title: 'Backlog',
  search: 'Search (regex)',
  type: 'Type',
  alias: 'Alias',
  retry: 'Retry',
  queued: 'Queued',
  started: 'Started',
  oldestQueued: 'Oldest Queued',
  oldestStarted: 'Oldest Started',
  trend: '30 min',
  noAge: 'N/A',
  emptyTitle: 'Nothing waits',
  emptyText: 'Tasks that are queued, running or to be retried are counted here by type and alias.',
  noMatchTitle: 'Nothing matches this pattern',
  clearSearch: 'Clear search',
  notAPattern: (pattern: string, reason: string) =>
    `Not a pattern: ${pattern}${reason ? ` (${reason})` : ''}. All rows are shown.`,
  searchFailed: 'The search could not be started. All rows are shown.',
  patternTooSlow: (pattern: string, seconds: number) =>
    `The search for ${pattern} was stopped after ${seconds} seconds. All rows are shown.`,
  showMore: (count: number) => `Show ${count} more`,
  sortBy: 'Sort by',
  stale: 'The counters could not be read since then',
  hidden: 'Off while this tab is hidden',
  loadFailed: 'Error loading data:',
} as const
