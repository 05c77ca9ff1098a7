/** What moved in a queue in one minute; `gone` left it without being handed out, such as the tasks of a cancelled run. */
export interface CountedMinute {
  /** Start of the minute, milliseconds since 1970. */
  at: number
  in: number
  out: number
  gone: number
}

const MINUTE = 60_000
/** Minutes that rates are about, and those that tell what happens now: that many whole ones and the current part. */
const RATE_MINUTES = 10
const RECENT_MINUTES = 3
/** Without that much history nothing is said of a queue's course. */
export const HISTORY_MS = 2 * MINUTE

/** What moved in a span of time. */
export interface Flow {
  ms: number
  in: number
  out: number
  gone: number
  /** By how much the queue has grown. */
  net: number
}

/** The course of a queue; minutes that are not listed had no tasks. `since`: when its history begins. */
export function readFlow(minutes: readonly CountedMinute[], now: number, since: number) {
  const current = Math.floor(now / MINUTE)
  const byMinute = new Map<number, { in: number; out: number; gone: number }>()
  for (const minute of minutes) {
    const index = Math.floor(minute.at / MINUTE)
    // After the clock was set back, later minutes are not part of the course.
    if (index > current) continue
    const known = byMinute.get(index) ?? { in: 0, out: 0, gone: 0 }
    const { in: came, out, gone } = minute
    byMinute.set(index, { in: known.in + came, out: known.out + out, gone: known.gone + gone })
  }

  /** The minutes from `first` to `last`, both counted back from the current one, which is 0. */
  function between(first: number, last: number): Flow {
    const [from, to] = [(current - first) * MINUTE, Math.min(now, (current - last + 1) * MINUTE)]
    const flow = { ms: Math.max(0, to - Math.max(from, since)), in: 0, out: 0, gone: 0, net: 0 }
    for (let index = current - first; index <= current - last; index++) {
      const minute = byMinute.get(index)
      if (!minute) continue
      flow.in += minute.in
      flow.out += minute.out
      flow.gone += minute.gone
    }
    return { ...flow, net: flow.in - flow.out - flow.gone }
  }

  return {
    isKnown: now - since >= HISTORY_MS,
    between,
    /** The last 10 minutes. */
    rates: () => between(RATE_MINUTES - 1, 0),
    /** The last two to three minutes. */
    recent: () => between(RECENT_MINUTES - 1, 0),
    /** Whether the queue grew in two minutes in a row, or in both halves of the last 10. */
    growsOn(): boolean {
      const grew = (first: number, last: number) => between(first, last).net > 0
      return (grew(2, 2) && grew(1, 1)) || (grew(9, 5) && grew(4, 0))
    },
  }
}

/** Tasks a second. */
export const perSecond = (tasks: number, ms: number): number => (ms <= 0 ? 0 : (tasks * 1000) / ms)

/** How many tasks waited at the end of each minute, from how many wait now; the minutes are complete and in order. */
export function depths(minutes: readonly CountedMinute[], queued: number): number[] {
  const found: number[] = []
  let depth = queued
  for (const minute of minutes.toReversed()) {
    found.push(Math.max(0, depth))
    depth -= minute.in - minute.out - minute.gone
  }
  return found.toReversed()
}
