/**
 * Texts of Tasks Summary, beside those that all task screens share. In a module of its own, because the shared ones are in
 * the first load of most screens.
 */
export const summaryMessages = {
  title: 'Tasks Summary',
  period: 'Period',
  byCause: 'failures by cause',
  late: (count: number) => `${count.toLocaleString('en')} late`,
  oldest: (wait: string) => `oldest queued for ${wait}`,
  ofName: (name: string, count: number, all: boolean) =>
    `${all ? 'all' : count.toLocaleString('en')} failures in ${name}`,
  search: 'Search names and reasons',
  noMatch: (search: string) => `No task here matches ${search}`,
  empty: {
    running: 'No task of this app runs now.',
    queued: 'No task of this app waits for a worker now.',
    failed: 'No task of this app failed in this period.',
  },
  noResults: 'There are no results to show',
} as const
