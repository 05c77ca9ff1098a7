/** Texts of the verdicts of queues. */
export const verdictMessages = {
  idle: 'idle',
  early: 'too early to say',
  steady: 'steady',
  limit: 'at its limit',
  paused: (by: string, at: string) => `paused by ${by} ${at}`,
  clears: (left: string) => `clears in about ${left}`,
  growing: (rate: string) => `growing ${rate}, will not drain`,
  stalled: (span: string) => `stalled, none started for ${span}`,
  nobody: (span: string) => `nobody polls since ${span}`,
  nobodyYet: 'nobody polls',
} as const

export const queueFaults = {
  builtin: 'The platform runs tasks of this type itself: they have no queue to pause or limit',
  noPause: 'is of a pause: send it with paused true',
} as const

/** Texts of what happened around a queue. */
export const queueEventMessages = {
  pollerCame: (host: string) => `${host} begins to poll`,
  pollerGone: (host: string) => `${host} stops polling`,
  deployment: (cluster: string, actor: string) => `deployment on ${cluster} changed by ${actor}`,
  pause: (actor: string) => `paused by ${actor}`,
  resume: (actor: string) => `resumed by ${actor}`,
  limit: (actor: string, limit: string) => `limit set to ${limit} by ${actor}`,
} as const

/** Texts about a queue, beside its verdict. */
export const queueMessages = {
  never: 'never',
  now: 'now',
  ago: (span: string) => `${span} ago`,
  lastPoll: (ago: string) => `last poll ${ago}`,
  lastPollOf: (host: string, ago: string) => `last poll ${ago} by ${host}`,
  neverPolled: 'no worker ever took this alias',
  gone: (host: string, more: number) =>
    more === 0 ? `${host} is gone` : `${host} and ${more} more are gone`,
  rates: (rateIn: string, rateOut: string) => `${rateIn} in, ${rateOut} out`,
  run: (count: number, span: string | null) =>
    `${count} ${count === 1 ? 'runs' : 'run'}${span === null ? '' : `, ${count === 1 ? '' : 'the oldest '}for ${span}`}`,
  noneStarted: (span: string) => `none started for ${span}`,
  noPoll: (span: string) => `no poll for ${span}`,
  late: (started: number) => (started === 1 ? '1 task late' : 'oldest task late'),
  slow: (span: string, usual: string) => `runs ${span}, usually ${usual}`,
  takeNone: (count: number) => (count === 1 ? '1 polls and takes none' : `${count} poll and take none`),
  waiting: (count: number) =>
    `${count.toLocaleString('en')} ${count === 1 ? 'waits' : 'wait'}, nothing is lost`,
  runOf: (count: number, limit: number) => `${count} of ${limit} run`,
  started: (count: number) => `${count.toLocaleString('en')} started`,
  waitP95: (span: string) => `wait p95 ${span}`,
  needsHistory: 'needs 2 min of history',
  builtin: 'built in',
  noTask: 'no task for 2 h',
  /** In place of `idle` while tasks come and go at once. */
  nothingWaits: 'nothing waits',
  lastTask: (span: string) => `last task ${span} ago`,
  withBack: (hosts: readonly string[]) =>
    `with ${hosts.length > 2 ? `${hosts.length} hosts` : hosts.join(' and ')} back it stops growing`,
  withHosts: (count: number, span: string) => `with ${count} hosts it drains in about ${span}`,
  whoPolls: 'Who polls',
  openQueue: 'Open queue',
  none: 'none',
  /** Of several workers those that have missed a poll; `span` of a single one. */
  silent: (count: number, all: boolean, span: string | null) =>
    `${all ? '' : `${count} with `}no poll for ${span ?? 'some seconds'}`,
  pollersOf: (polling: number, of: number) => `${polling} of ${of}`,
  versionsDiffer: 'The versions differ',
  noPollers: 'No worker has polled it in the last 24 hours.',
  morePollers: (count: number) => `and ${count} more`,
  replaced: 'replaced',
  runs: (count: number) => `runs ${count.toLocaleString('en')}`,
  waits: (count: number) => `${count.toLocaleString('en')} queued`,
  retries: (count: number) => `${count.toLocaleString('en')} to retry`,
  pollersOfAlias: (alias: string) => `Pollers of ${alias}`,
} as const
