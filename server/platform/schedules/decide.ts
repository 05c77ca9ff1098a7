import { createHash } from 'node:crypto'
import { ON_TIME_MS, type CatchUp, type SkipReason } from '#shared/domains/schedules/constants.ts'
import { nextTime, timesBetween, type Pattern } from './calendar.ts'

/** Times of a schedule that are decided at once. */
export const MOST_DECIDED = 1000

/** What decides about the times of a schedule. Moments are milliseconds. */
export interface Timing extends Pattern {
  id: string
  startAt: number | null
  endAt: number | null
  catchUp: CatchUp
  /** Milliseconds. */
  catchUpWindow: number
  jitterMs: number
  isPaused: boolean
}

/** A time that has come. `due`: when its run may start; of a skipped one null. */
export interface DecidedTime {
  at: number
  due: number | null
  reason: SkipReason | null
  /** The time that is started instead. */
  instead: number | null
}

export interface Decision {
  times: DecidedTime[]
  /** The first time after them; null: none is left. */
  nextAt: number | null
  /** Of the times that no platform was there for those that are not started. */
  missed: number[]
  /** A time came while a platform was there for it. */
  isOnTime: boolean
}

/** The first time of a schedule after a moment, within its start and end; null: there is none. */
export function firstTime(timing: Pattern & Pick<Timing, 'startAt' | 'endAt'>, after: number): number | null {
  const time = nextTime(timing, Math.max(after, (timing.startAt ?? -Infinity) - 1))
  return time === null || time > (timing.endAt ?? Infinity) ? null : time
}

/**
 * What becomes of the times from `from`, the first that is not decided, to `now`. Times that are up to `ON_TIME_MS` late
 * start; of older ones those that the schedule catches up with. With `last` that is the newest of all.
 */
export function decide(timing: Timing, from: number, now: number): Decision {
  const { catchUp, isPaused } = timing
  const last = Math.min(now, timing.endAt ?? Infinity)
  const came = timesBetween(timing, from, last, MOST_DECIDED)
  const nextAt = firstTime(timing, came.at(-1) ?? now)
  if (isPaused) return { times: came.map((at) => skipped(at, 'paused')), nextAt, missed: [], isOnTime: false }
  // More times follow than can be decided at once: the last of these is not the last of all.
  const newest = nextAt === null || nextAt > now ? came.at(-1) : undefined
  const starts = (at: number) => {
    if (at >= now - ON_TIME_MS) return true
    if (at < now - timing.catchUpWindow) return false
    return catchUp === 'all' || (catchUp === 'last' && at === newest)
  }
  const started = came.filter(starts)
  const instead = started.at(-1) ?? null
  return {
    times: came.map((at) =>
      starts(at)
        ? { at, due: at + jitterOf(timing, at), reason: null, instead: null }
        : skipped(at, 'window', instead),
    ),
    nextAt,
    missed: came.filter((at) => !starts(at)),
    isOnTime: started.some((at) => at >= now - ON_TIME_MS),
  }
}

const skipped = (at: number, reason: SkipReason, instead: number | null = null): DecidedTime => ({
  at,
  due: null,
  reason,
  instead,
})

/** By chance, but every process comes to the same: how much later than its time a run starts. */
function jitterOf({ id, jitterMs }: Timing, at: number): number {
  if (jitterMs === 0) return 0
  const hash = createHash('sha256').update(`${id} ${at}`).digest().readUInt32BE(0)
  return hash % (jitterMs + 1)
}
