import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import { type BacklogCounts, countStatus, noBacklog } from '#shared/domains/backlog/rules.ts'
import { backlogRow, type BacklogRow } from '#shared/domains/tasks/contract.ts'

/** A point of the recent past of one row. */
export interface BacklogSample extends BacklogCounts {
  /** ISO moment. */
  at: string
}

/** A row as the screen shows it: what the platform said last, moved by what has happened since. */
export type LiveBacklogRow = Wire<BacklogRow> &
  BacklogCounts & { _id: string; type: string; alias: string; samples: BacklogSample[] }

/** A task that entered a status, as the service tells it; `at` in milliseconds since 1970. */
export interface CountedEvent {
  type: string
  alias: string
  status: string
  at: number
}

/** How far back samples reach, and the least time between two, in milliseconds. */
export const SAMPLES_AGE = 30 * 60_000
const SAMPLE_EVERY = 10_000
/** Rows of one account; a platform with more types and aliases shows those it names first. */
const MAX_ROWS = 10_000

/** Between two points of a trend, in milliseconds: a minute, as fine as a line of 30 minutes shows. */
const STEP = 60_000

const read = readers(backlogRow)
const typeOf = read.text('type')
const aliasOf = read.text('alias')

export type Counters = ReturnType<typeof createCounters>

/** The counters of one account, by type and alias. */
export function createCounters(now: () => number) {
  let rows = new Map<string, LiveBacklogRow>()
  let seededFrom = 0
  let sampled = 0
  /** Events of the time while the platform is asked: its answer may know them or not. */
  let recent: CountedEvent[] | null = null

  function move(event: CountedEvent): LiveBacklogRow | null {
    const { type, alias, status } = event
    const _id = JSON.stringify([type, alias])
    const row = rows.get(_id)
    const counts = countStatus(row ?? noBacklog, status)
    if (!row && rows.size >= MAX_ROWS) return null
    const moved: LiveBacklogRow = {
      oldestQueued: null,
      oldestStarted: null,
      samples: [],
      ...row,
      ...counts,
      _id,
      type,
      alias,
    }
    rows.set(_id, moved)
    return moved
  }

  function sample(): void {
    // Either way: a clock that was set back must not keep samples from being taken.
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

    /** To be called before the platform is asked: from here on events count on top of its answer. */
    beginRead(): number {
      recent = []
      return now()
    },

    /** Replaces the counters by the platform's answer, asked at `from`; a row that is not named any more is empty. */
    seed(answer: readonly Wire<BacklogRow>[], from: number): void {
      const before = rows
      rows = new Map()
      for (const row of answer.slice(0, MAX_ROWS)) {
        const [type, alias] = [typeOf(row), aliasOf(row)]
        const _id = JSON.stringify([type, alias])
        const count = (key: keyof BacklogCounts) => Math.max(0, Math.trunc(read.numberOrNull(key)(row) ?? 0))
        const counts = { queued: count('queued'), started: count('started'), retry: count('retry') }
        rows.set(_id, { ...row, ...counts, _id, type, alias, samples: before.get(_id)?.samples ?? [] })
      }
      seededFrom = from
      for (const event of recent ?? []) if (event.at >= from) move(event)
      recent = null
      sample()
    },

    /** The platform did not answer: there is nothing that the events since then would count on top of. */
    readFailed(): void {
      recent = null
    },

    /**
     * Counts one event; the row it moved, or null where it is older than what the platform has said since. Throws on
     * an unknown status.
     */
    apply(event: CountedEvent): LiveBacklogRow | null {
      if (event.at < seededFrom) return null
      const row = move(event)
      // Only what could be counted: it is counted once more on top of the answer.
      recent?.push(event)
      return row
    },
  }
}

/**
 * How long the queue was, minute by minute up to the newest sample, oldest first. A minute without a sample has the
 * length that was known then; minutes before the first sample are left out.
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
