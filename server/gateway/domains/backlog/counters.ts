import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { type BacklogCounts, countStatus, noBacklog } from '#shared/domains/backlog/rules.ts'
import { backlogRow, type BacklogRow } from '#shared/domains/tasks/contract.ts'

/** The counters of one row at a moment. */
export interface BacklogSample extends BacklogCounts {
  /** ISO moment. */
  at: string
}

/** A row as the screen shows it: the last answer of the platform with the events since then. */
export type LiveBacklogRow = Wire<BacklogRow> &
  BacklogCounts & { _id: string; type: string; alias: string; samples: BacklogSample[] }

/** A task that entered a status; `at` in milliseconds since 1970. */
export interface CountedEvent {
  type: string
  alias: string
  status: string
  at: number
}

/** How long samples are kept, and the minimum interval between two, in milliseconds. */
export const SAMPLES_AGE = 30 * 60_000
const SAMPLE_EVERY = 10_000
/** Rows of one account; further ones of the platform are left out. */
const MAX_ROWS = 10_000

/** Time between two points of a trend, in milliseconds: one minute, enough for a line of 30 minutes. */
const STEP = 60_000

const read = readers(backlogRow)
const typeOf = read.text('type')
const aliasOf = read.text('alias')
const oldestQueuedOf = read.momentOrNull('oldestQueued')
const oldestStartedOf = read.momentOrNull('oldestStarted')

export type BacklogCounters = ReturnType<typeof createBacklogCounters>

/** The counters of one account, by type and alias. */
export function createBacklogCounters(now: () => number) {
  let rows = new Map<string, LiveBacklogRow>()
  let seededFrom = 0
  let sampled = 0
  /** Events during a request: its answer may include them or not. */
  let recent: CountedEvent[] | null = null

  function move(event: CountedEvent): LiveBacklogRow | null {
    const { type, alias, status } = event
    const _id = JSON.stringify([type, alias])
    const row = rows.get(_id)
    const counts = countStatus(row ?? noBacklog, status)
    if (!row && rows.size >= MAX_ROWS) return null
    const moved: LiveBacklogRow = {
      samples: [],
      ...row,
      ...counts,
      oldestQueued: ageAfter(row, 'queued', counts.queued, event.at),
      oldestStarted: ageAfter(row, 'started', counts.started, event.at),
      _id,
      type,
      alias,
    }
    rows.set(_id, moved)
    return moved
  }

  function sample(): void {
    // Absolute, so that a clock that was set back does not stop the samples.
    if (Math.abs(now() - sampled) < SAMPLE_EVERY) return
    sampled = now()
    const [at, oldest] = [new Date(sampled).toISOString(), new Date(sampled - SAMPLES_AGE).toISOString()]
    for (const row of rows.values()) {
      const { queued, started, retry } = row
      row.samples = [...row.samples.filter((point) => point.at >= oldest), { at, queued, started, retry }]
    }
  }

  return {
    /** Longest queue first. */
    rows: (): LiveBacklogRow[] => [...rows.values()].sort((a, b) => b.queued - a.queued),

    /** Call it before the platform is asked: later events count on top of its answer. */
    beginRead(): number {
      recent = []
      return now()
    },

    /**
     * Replaces the counters by the answer to a request made at `from`; rows that it does not have become
     * empty.
     */
    seed(answer: readonly Wire<BacklogRow>[], from: number): void {
      const before = rows
      rows = new Map()
      for (const row of answer.slice(0, MAX_ROWS)) {
        const [type, alias] = [typeOf(row), aliasOf(row)]
        const _id = JSON.stringify([type, alias])
        const count = (key: keyof BacklogCounts) => Math.max(0, Math.trunc(read.numberOrNull(key)(row) ?? 0))
        const counts = { queued: count('queued'), started: count('started'), retry: count('retry') }
        rows.set(_id, {
          ...row,
          ...counts,
          oldestQueued: counts.queued > 0 ? oldestQueuedOf(row) : null,
          oldestStarted: counts.started > 0 ? oldestStartedOf(row) : null,
          _id,
          type,
          alias,
          samples: before.get(_id)?.samples ?? [],
        })
      }
      seededFrom = from
      for (const event of recent ?? []) if (event.at >= from) move(event)
      recent = null
      sample()
    },

    /** The platform did not answer, so no events are kept for its answer. */
    readFailed(): void {
      recent = null
    },

    /**
     * Counts one event; returns the changed row, or null for an event older than the last answer. Throws on
     * an unknown status.
     */
    apply(event: CountedEvent): LiveBacklogRow | null {
      if (event.at < seededFrom) return null
      const row = move(event)
      // Only counted events are kept; they count again on top of the answer.
      recent?.push(event)
      return row
    },
  }
}

/**
 * Since when the oldest counted task waits or runs, after an event at `at`. The first one of an empty count began with
 * the event; of several, an event does not tell which one has left, so the age stays until the next answer.
 */
function ageAfter(row: LiveBacklogRow | undefined, key: 'queued' | 'started', count: number, at: number) {
  if (count === 0) return null
  if (!row || row[key] === 0) return new Date(at).toISOString()
  return key === 'queued' ? oldestQueuedOf(row) : oldestStartedOf(row)
}

/**
 * The length of the queue, minute by minute up to the newest sample, oldest first. A minute without a sample
 * has the last known length; minutes before the first sample are left out.
 */
export function queuedTrend(samples: readonly Pick<BacklogSample, 'at' | 'queued'>[]): number[] {
  const points = samples.map(({ at, queued }) => [Date.parse(at), queued] as const)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const trend: number[] = []
  let next = 0
  let queued = first[1]
  for (let at = last[0] - Math.floor((last[0] - first[0]) / STEP) * STEP; at <= last[0]; at += STEP) {
    for (let point = points[next]; point && point[0] <= at; point = points[++next]) queued = point[1]
    trend.push(queued)
  }
  return trend
}
