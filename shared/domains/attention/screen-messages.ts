import type { AttentionKind } from './kinds.ts'

const count = (value: number) => value.toLocaleString('en')
const many = (value: number, one: string, several: string) => `${count(value)} ${value === 1 ? one : several}`

/** What kinds of items are called in the filter and by screen readers. */
export const attentionKindNames: Record<AttentionKind, string> = {
  failure: 'Failure',
  queueNobody: 'Nobody polls',
  queueStalled: 'Queue stalled',
  queueGrowing: 'Queue grows',
  queueService: 'Queue service fails',
  runLate: 'Run late',
  scheduleMissed: 'Schedule missed',
  keyExpires: 'Key expires',
  deliveryFails: 'Delivery fails',
  deploymentIdle: 'Deployment idle',
  gitRefuses: 'Git refuses',
}

/** Texts of the Attention screen; the sentences of items come with them. */
export const attentionScreenMessages = {
  title: 'Attention',
  titleWithCount: (total: number) => `(${count(total)}) Attention`,
  allApps: 'all apps',
  list: 'Needs attention',
  allFailures: 'All failures',
  worstFirst: 'worst first',
  orderHeld: 'order held',
  app: 'App',
  kind: 'Kind',
  any: 'any',
  filters: 'Filters',
  shows: { all: 'All', mine: 'Mine', unassigned: 'Unassigned', muted: 'Muted' },
  whose: 'Whose items',
  keys: {
    'j k': 'next and previous item',
    Enter: 'open the item',
    r: 'its action',
    m: 'mute it',
    a: 'assign it',
  },
  viewerKeys: { 'j k': 'next and previous item', Enter: 'open the item', r: 'its action' },
  loadFailed: 'Error loading what needs attention:',
  loadAppsFailed: 'Error loading the apps:',
  showNew: (waiting: number) => `Show ${many(waiting, 'new item', 'new items')}`,

  running: 'Running now',
  failed: 'Failed',
  oldestQueued: 'Oldest queued',
  waitP95: 'Wait, p95',
  last24h: 'last 24 h',
  restartedSince: (restarted: number) => `${count(restarted)} restarted since`,
  /** What a figure counts. */
  failedCounts: 'Every workqueue that failed in the last 24 hours, also one that was restarted since',
  waitCounts:
    '19 of 20 tasks that were handed out in this hour and the one before waited at most so long; those that still wait are not counted',
  ofStarted: 'of started tasks',
  notKnown: 'not known',
  noneQueued: 'none',
  usually: (span: string) => `usually ${span}`,
  usuallyAt: (span: string, time: string) => `usually ${span} at ${time}`,
  range: (low: string, high: string) => (low === high ? low : `${low} to ${high}`),
  onDayBefore: 'on the day before',
  sameAsDayBefore: 'as on the day before',
  lineOf: (name: string, low: string, high: string) => `${name}, last 24 h: ${low} to ${high}`,

  openLongest: 'Open the longest',
  /** The list has them with those that wait because of another item. */
  listRuns: 'Stuck or late runs',
  allRuns: (count: number) => `All ${count} workqueues`,
  runFacts: (active: string, inTask: string | null) =>
    inTask === null ? `takes ${active}` : `takes ${active}, ${inTask} in this task`,

  unassigned: 'unassigned',
  assignItem: (sentence: string) => `Assign: ${sentence}`,
  muteItem: (sentence: string) => `Mute: ${sentence}`,
  moreActions: (sentence: string) => `More for: ${sentence}`,
  closed: (text: string | null) => (text ? `closed: ${text}` : 'closed'),
  again: 'again, was closed at',
  /** No restart had repaired it. */
  againPassed: 'again, a later run had passed it at',
  /** Within a minute. */
  back: (after: string) => `, back ${after} later`,
  mutedUntilChange: 'muted until it changes',
  mutedUntil: 'muted until',
  assignFailed: 'Error assigning:',
  muteFailed: 'Error muting:',
  unmuteFailed: 'Error unmuting:',

  cancelTitle: 'Cancel this workqueue?',
  cancelConfirm: 'Cancel workqueue',
  cancelText: 'What runs is stopped; what has not started is skipped.',
  cancelFailed: 'Error cancelling the workqueue:',
  cancelled: 'Workqueue cancelled',

  apps: 'Apps',
  runsOf24h: 'workqueues of 24 h',
  workqueues: (count: number) => (count === 1 ? 'workqueue' : 'workqueues'),
  noApps: 'No app yet',
  noRuns: 'no workqueues in 24 h',
  failedRuns: (failed: number) => (failed === 0 ? 'none failed' : `${count(failed)} failed`),
  runningRuns: (running: number) => `${count(running)} running`,
  closedToday: 'Closed by itself today',
  /** Before the last time. */
  closedTimes: (times: number) => `${count(times)} times, last `,
  noneClosed: 'Items close when their cause is gone',
  closedOf: {
    failure: (closed: number) => many(closed, 'failure', 'failures'),
    queue: (closed: number) => many(closed, 'queue', 'queues'),
    run: (closed: number) => many(closed, 'late run', 'late runs'),
    other: (closed: number) => many(closed, 'other', 'others'),
  },

  empty: (running: number | null, lastFailure: string | null) => {
    const facts = [
      ...(running === null ? [] : [`${count(running)} run`]),
      ...(lastFailure === null ? [] : [`last failure ${lastFailure} ago`]),
    ]
    return ['Nothing needs attention.', facts.length > 0 ? `${facts.join(', ')}.` : ''].join(' ').trim()
  },
  emptyHint: 'What fails, waits or is late appears here by itself.',
  emptyOf: {
    mine: 'No item is yours',
    unassigned: 'Every item has an owner',
    muted: 'Nothing is muted',
  },
  emptyText: {
    mine: 'Assign gives an item to you, or to another member.',
    unassigned: undefined,
    muted:
      'Mute takes an item off the list, and out of alerts: for an hour, until a date, or until it changes.',
  },
  noMatch: 'Nothing of this app or kind needs attention',
  showAll: 'Show all',
  clearFilters: 'Clear filters',

  away: 'While you were away, since',
  awayFacts: (facts: { opened: number; closed: number; failed: number; completed: number }) =>
    [
      `${count(facts.opened)} opened`,
      `${count(facts.closed)} closed`,
      many(facts.failed, 'run failed', 'runs failed'),
      `${count(facts.completed)} completed`,
    ].join(', '),
  hideAway: 'Hide what happened while you were away',
} as const
