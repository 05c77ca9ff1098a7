const plural = (number: number, one: string) =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`

/** Exact texts of the grid of a plan's runs. */
export const gridMessages = {
  title: 'Grid',
  list: 'List',
  views: 'View of the runs',
  openPlan: 'Open plan',
  runPlan: 'Run Plan',
  runNew: 'Run New Workqueue',
  plan: 'Plan',
  choosePlan: 'Choose a plan',
  findPlan: 'Name of a plan',
  noPlanFound: 'No plan found',
  last: 'Last',
  runs: (count: number) => plural(count, 'run'),
  tags: 'Tags',
  failedOnly: 'Failed only',
  loading: 'Loading runs',
  loadFailed: 'Error loading the grid:',
  loadPlansFailed: 'Error loading plans:',

  empty: 'This plan has not run yet',
  emptyText:
    'Each run becomes a column of squares, one for each task, so that what fails again and again is seen.',
  noPlan: 'No plan has run in this app yet',
  noPlanText:
    'The grid shows the last runs of a plan against its tasks. Run a plan, and its grid appears here.',
  noMatch: 'No run matches these filters',
  noFailed: 'None of its runs has failed',
  clear: 'Clear filters',

  finished: (completed: number, finished: number) =>
    `${completed.toLocaleString('en')} of ${plural(finished, 'finished run')} completed`,
  percent: (part: number) => `${percentOf(part)} %`,
  usually: (part: number) => `usually ${percentOf(part)} %`,
  cancelled: (count: number) => `${count.toLocaleString('en')} cancelled`,
  failedRuns: (count: number) => plural(count, 'failed run'),

  label: (plan: string) => `Runs of ${plan}`,
  task: 'Task, in graph order',
  success: 'Success',
  successOf: 'Part that ended in these runs, of what ended or failed: the last result of each run',
  ofAttempts: (part: number) => `${percentOf(part)} % of its attempts in these runs ended well`,
  p95: 'p95',
  line: (runs: number) => `p95, ${plural(runs, 'run')}`,
  lineOf: (first: string, last: string, most: string) => `${first} at first, ${last} now, ${most} at most`,
  expected: (duration: string) => `usually ${duration}`,
  today: (day: string) => `${day}, today`,
  run: (id: string) => `Run ${id}`,
  open: (count: number) => `Show ${plural(count, 'task')}`,
  fold: (count: number) => `Fold ${plural(count, 'task')}`,
  tasksOf: (count: number, name: string) => `${count.toLocaleString('en')} ${name}`,
  more: (step: number, left: number) =>
    `Show ${step.toLocaleString('en')} of ${left.toLocaleString('en')} more`,

  marks: {
    ended: 'ended',
    retried: 'ended after a retry',
    failed: 'failed',
    retry: 'retries',
    started: 'started',
    queued: 'queued',
    nobody: 'queued, nobody polls',
    skipped: 'skipped',
    cancelled: 'cancelled',
    notstarted: 'not started',
    none: 'not in this run',
  },
  legend: 'Legend',

  openRun: 'Open run',
  compare: 'Compare',
  rerun: 'Re Run',
  rerunMany: (count: number) => `Re Run ${count} failed tasks`,
  close: 'Close',
  differs: 'Differs from the last good run',
  nothingDiffers: 'Nothing differs from the last good run',
  noneBefore: 'No run completed before it',
  showDifferences: 'Show what differs',
  readingDifferences: 'Reading what differs',
  late: 'late',

  keys: 'Keys',
  keyRun: 'run',
  keyTask: 'task',
  keyOpen: 'open',
  keyCompare: 'compare with last good',
  keyNext: 'next failed',
} as const

/** The keys of the grid, for the list of all keys. */
export const gridKeyNames = {
  '← →': gridMessages.keyRun,
  '↑ ↓': gridMessages.keyTask,
  Enter: gridMessages.keyOpen,
  d: gridMessages.keyCompare,
  n: gridMessages.keyNext,
} as const

/** A part in whole per cent; only all of it is 100, and only nothing of it 0. */
function percentOf(part: number): number {
  const rounded = Math.round(part * 100)
  if (rounded === 100 && part < 1) return 99
  return rounded === 0 && part > 0 ? 1 : rounded
}
