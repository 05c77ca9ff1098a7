/** The clock on the wall of a time zone. */
export interface ZoneClock {
  /** A date whose UTC fields (`getUTCHours`, ...) are those of the wall clock at a moment. */
  wall(at: Date | number): Date
  /**
   * The moment at which the wall clock shows the UTC fields of `wall`. A time that the change to summer time skips is the
   * same time after it, one that occurs twice is the first.
   */
  moment(wall: number): Date
}

const MINUTE = 60_000
/** No zone changes its clocks within such a part of an hour. */
const QUARTER = 15 * MINUTE
/** Offsets that are kept; the days and hours of one screen are far fewer. */
const KEPT = 2000

/** The clock of this machine. */
export const localClock: ZoneClock = clockOf((at) => -new Date(at).getTimezoneOffset() * MINUTE)

/** The clock of a zone of the IANA database; null for one that is not known here. */
export function zoneClock(timeZone: string): ZoneClock | null {
  try {
    const format = new Intl.DateTimeFormat('en-US', { ...fields, timeZone })
    return clockOf(keeping((at) => shownBy(format, at) - at))
  } catch {
    // RangeError: no such zone.
    return null
  }
}

const fields = {
  hourCycle: 'h23',
  era: 'short',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
} as const

/** What the clock shows at a moment of a whole minute, as milliseconds of UTC. */
function shownBy(format: Intl.DateTimeFormat, at: number): number {
  const shown: Partial<Record<string, string>> = {}
  for (const { type, value } of format.formatToParts(at)) shown[type] = value
  const number = (type: string) => Number(shown[type])
  const year = shown.era === 'BC' ? 1 - number('year') : number('year')
  const date = new Date(0)
  date.setUTCFullYear(year, number('month') - 1, number('day'))
  return date.setUTCHours(number('hour'), number('minute'))
}

/** The offset of a moment, computed once for each quarter of an hour: to format a date is costly. */
function keeping(offsetOf: (quarter: number) => number): (at: number) => number {
  const kept = new Map<number, number>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER) * QUARTER
    let offset = kept.get(quarter)
    if (offset === undefined) {
      offset = offsetOf(quarter)
      if (kept.size >= KEPT) kept.clear()
      kept.set(quarter, offset)
    }
    return offset
  }
}

/** A clock by its distance from UTC in milliseconds at a moment. */
function clockOf(offsetOf: (at: number) => number): ZoneClock {
  const offset = (at: number) => (Number.isNaN(at) ? NaN : offsetOf(at))
  return {
    wall(at) {
      const time = new Date(at).getTime()
      return new Date(time + offset(time))
    },
    moment(wall) {
      // The offsets a day before and after it are those before and after a change of clocks.
      const [before, after] = [offset(wall - 86_400_000), offset(wall + 86_400_000)]
      const [early, late] = [wall - before, wall - after]
      if (early + offset(early) === wall) return new Date(early)
      return new Date(late + offset(late) === wall ? late : early)
    },
  }
}
