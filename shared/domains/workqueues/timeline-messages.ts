import { roughDuration, shortDuration, roundedDuration } from '#shared/lib/time-text.ts'

/** Exact texts of the timeline of a run. */
export const timelineMessages = {
  label: (name: string) => `Timeline of ${name}`,
  show: 'Show',
  shows: { critical: 'Critical path', expected: 'Expected', fold: 'Fold idle' },
  foldQuiet: 'Fold quiet',
  deadline: (at: string) => `Deadline ${at}`,
  order: 'Order',
  orders: { graph: 'graph', start: 'start', duration: 'duration' },
  name: 'Name',
  typeAndAlias: 'Type · alias',
  attempts: 'Attempts',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomReset: 'Whole run',
  thenUsually: (medianMs: number) => `then usually ${roundedDuration(medianMs)}`,
  idle: {
    open: (ms: number) => `Open ${roughDuration(ms)} of idle time`,
    fold: (ms: number) => `Fold ${roughDuration(ms)} of idle time`,
  },
  /** Time in which something runs, but nothing begins or ends. */
  quiet: {
    open: (ms: number) => `Open ${roughDuration(ms)} in which nothing begins or ends`,
    fold: (ms: number) => `Fold ${roughDuration(ms)} in which nothing begins or ends`,
  },
  restarted: 'Restarted',
  restartedBy: (actor: string | null, clock: string) => (actor === null ? clock : `by ${actor} ${clock}`),
  restartedTasks: (count: number) => (count === 1 ? 'failed task only' : `${count} failed tasks`),
  usualEnd: 'usual end',
  ranUsually: (text: string, usualMs: number) =>
    text === roundedDuration(usualMs) ? text : `${text}, usually ${roundedDuration(usualMs)}`,
  usualEndOfRun: (median: string, most: string) => `The run usually ends at ${median}, 9 of 10 by ${most}`,
  moment: 'Moment',
  now: 'Now',
  end: 'End',
  at: (clock: string) => `At ${clock}`,
  atEnd: (clock: string) => `At the end, ${clock}`,
  copyMoment: 'Copy a link to this moment',
  backToNow: 'Back to now',
  previousEvent: 'Previous event',
  nextEvent: 'Next event',
  stepKeys: 'step from event to event',
  graphAt: (title: string) => `Graph ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  nothingBegun: 'Nothing has begun',
  waitsFor: (cause: string | null) =>
    cause ?? 'The bars appear as soon as the first task is handed to a worker or started',
  /** What a run did at a moment. */
  ran: {
    runs: (more: number) => (more > 0 ? ` and ${more} more run` : ' runs'),
    attempt: (number: number, most: number) => `, attempt ${number} of ${Math.max(number, most)}`,
    since: (ms: number) => `, for ${shortDuration(ms)}`,
    host: (host: string) => ` on ${host}`,
    waits: (more: number, ms: number) =>
      `${more > 0 ? ` and ${more} more wait` : ' waits'} in the queue, for ${shortDuration(ms)}`,
    retries: (more: number) => (more > 0 ? ` and ${more} more wait to retry` : ' waits to retry'),
    nothing: 'Nothing ran',
    idle: (ms: number) => `Nothing ran: idle for ${roughDuration(ms)}`,
    before: 'Nothing had begun',
    after: 'The run had ended',
  },
  counts: {
    started: 'running',
    notstarted: 'not started',
    retry: 'retrying',
    unknown: 'not known',
  } as Record<string, string>,
  legend: {
    wait: 'waits in queue',
    run: 'runs',
    failed: 'failed attempt, numbered',
    retry: 'waits to retry',
    critical: 'critical path',
    usual: 'usual end of a task, and 19 of 20 within',
    usualRun: 'usual end of the run, and 9 of 10 within',
  },
  /** An attempt in words. */
  bar: {
    attempt: (number: number, most: number) =>
      most > 1 || number > 1 ? `attempt ${number} of ${Math.max(number, most)}` : '',
    waited: (ms: number) => `waited ${shortDuration(ms)}`,
    waits: (ms: number) => `waits for ${shortDuration(ms)}`,
    retriedAfter: (ms: number) => `retried after ${shortDuration(ms)}`,
    ran: (ms: number) => `ran ${shortDuration(ms)}`,
    runs: (ms: number) => `runs for ${shortDuration(ms)}`,
    failed: (reason: string | null) => (reason ? `failed: ${reason}` : 'failed'),
    lost: 'its lease was lost',
    stopped: 'was stopped',
    on: (place: string) => `on ${place}`,
    usually: (ms: number) => `usually ${roundedDuration(ms)}`,
  },
  /** The tasks of a fan-out in one row. */
  atOnce: (most: number) => `Up to ${most.toLocaleString('en')} at once`,
  failedTasks: (count: number) => `${count.toLocaleString('en')} failed`,
  fanOutTimes: (p50: string, p95: string, slowest: string, longest: string) =>
    `p50 ${p50}, p95 ${p95}, slowest ${slowest} with ${longest}`,
  lane: (name: string) => `Attempts of ${name} on one scale`,
  attemptLabel: (number: number) => `Attempt ${number}`,
}
