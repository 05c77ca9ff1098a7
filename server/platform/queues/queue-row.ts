import {
  MAX_LINE,
  type LinePlace,
  type QueueApp,
  type QueueMinute,
  type QueueRow,
} from '#shared/domains/queues/contract.ts'
import { depths, perSecond, readFlow } from '#shared/domains/queues/flow.ts'
import { isPolledAt, verdictOf } from '#shared/domains/queues/verdict.ts'
import { figuresOf, inStatus, type QueueState } from './queue-state.ts'
import type { LineRow } from './read-counts.ts'

const MINUTE_MS = 60_000
const SHOWN_MINUTES = 30
/** Places of a line that are answered. */
const MAX_PLACES = 50

/** From when on minutes are read that a row shows. */
export const shownSince = (now: number): number =>
  Math.floor(now / MINUTE_MS) * MINUTE_MS - (SHOWN_MINUTES - 1) * MINUTE_MS

export interface RowContext {
  now: number
  listening: number
  /** Milliseconds; null when not known. */
  waitP95Ms: number | null
  /** Milliseconds that the task usually runs that has been started for the longest; null when not known. */
  oldestUsualMs: number | null
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString())
const rounded = (rate: number) => Math.round(rate * 1000) / 1000

/** A queue as `GET queues` answers it. */
export function rowOf(queue: QueueState, { now, listening, waitP95Ms, oldestUsualMs }: RowContext): QueueRow {
  const { type, alias } = queue
  const figures = figuresOf(queue, now, listening)
  const [queued, started, retry] = [
    inStatus(queue, 'queued'),
    inStatus(queue, 'started'),
    inStatus(queue, 'retry'),
  ]
  const flow = readFlow(figures.minutes, now, figures.since)
  const { ms, in: came, out } = flow.rates()
  return {
    type,
    alias,
    retry: retry.own,
    queued: queued.own,
    started: started.own,
    oldestQueued: isoOf(queued.ownOldest),
    oldestStarted: isoOf(started.ownOldest),
    oldestUsualMs,
    lastStartedAt: isoOf(figures.lastOut),
    pollers: pollersOf(queue),
    polling: queue.pollers.filter(({ lastSeen }) => isPolledAt(lastSeen.getTime(), now)).length,
    lastPollAt: isoOf(queue.lastPoll),
    rateIn: flow.isKnown ? rounded(perSecond(came, ms)) : null,
    rateOut: flow.isKnown ? rounded(perSecond(out, ms)) : null,
    waitP95Ms: waitP95Ms === null ? null : Math.round(waitP95Ms),
    verdict: verdictOf(figures),
    paused: queue.control?.paused ?? null,
    limit: queue.control?.limit ?? null,
    apps: appsOf(queue),
    minutes: minutesOf(figures.minutes, figures.queued, now),
    line: lineOf(queue.line),
  }
}

/** The processes with their tasks that run now; those of one version on one host are one. */
function pollersOf({ pollers, counts }: QueueState): QueueRow['pollers'] {
  return pollers.map(({ hostName, version, lastPoll }) => ({
    hostName,
    version,
    lastPollAt: lastPoll.toISOString(),
    running: counts
      .filter((row) => row.status === 'started' && row.hostName === hostName && row.version === version)
      .reduce((sum, { count }) => sum + count, 0),
  }))
}

/** The apps whose tasks are queued or run, the most first. */
function appsOf({ counts }: QueueState): QueueApp[] {
  const apps = new Map<string, QueueApp>()
  for (const { appId, appName, status, own } of counts) {
    if (status === 'retry' || own === 0) continue
    const app = apps.get(appId) ?? { _id: appId, name: appName, queued: 0, started: 0 }
    apps.set(appId, { ...app, [status]: app[status] + own })
  }
  return [...apps.values()].sort((a, b) => b.queued - a.queued || b.started - a.started)
}

function minutesOf(
  counted: ReturnType<typeof figuresOf>['minutes'],
  queued: number,
  now: number,
): QueueMinute[] {
  const known = new Map(counted.map((minute) => [minute.at, minute]))
  const from = shownSince(now)
  const minutes = Array.from({ length: SHOWN_MINUTES }, (_, index) => {
    const at = from + index * MINUTE_MS
    return known.get(at) ?? { at, in: 0, out: 0, gone: 0 }
  })
  const waiting = depths(minutes, queued)
  return minutes.map(({ at, in: came, out }, index) => ({
    at: new Date(at).toISOString(),
    in: came,
    out,
    queued: waiting[index]!,
  }))
}

/** What is before the tasks that wait; of a long line some places. */
export function lineOf(rows: readonly LineRow[]): LinePlace[] {
  let before = 0
  const places = rows.map(({ at, count }) => {
    const place = { at: at.toISOString(), before: Math.min(before, MAX_LINE) }
    before += count
    return place
  })
  // Later tasks have at least so many before them.
  if (before > MAX_LINE && places.length > 0) places.push({ at: places.at(-1)!.at, before: MAX_LINE })
  if (places.length <= MAX_PLACES) return places
  const step = (places.length - 1) / (MAX_PLACES - 1)
  return Array.from({ length: MAX_PLACES }, (_, index) => places[Math.round(index * step)]!)
}
