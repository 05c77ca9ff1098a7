import { zoneClock, type ZoneClock } from '#shared/lib/zone-clock.ts'

/**
 * The times of an expression of five parts (numbers, lists, ranges and steps), found by looking at every minute of the
 * wall clock. It shares no code with the product's calendar, which it checks. Rules at changes of clocks:
 * a fixed time (one minute and one hour) that is left out comes at the first moment after the gap, one that occurs
 * twice comes the first time; every other expression follows the wall clock.
 */
export interface CronOracle {
  /** The times from one moment to another in milliseconds, both included, oldest first. */
  between(from: number, to: number): number[]
}

interface Fields {
  minutes: Set<number>
  hours: Set<number>
  days: Set<number>
  months: Set<number>
  weekdays: Set<number>
  /** Whether day of month and day of week are both restricted: then either of them is enough. */
  isEitherDay: boolean
}

const MINUTE = 60_000
const DAY = 86_400_000

export function cronOracle(cron: string, timeZone: string): CronOracle {
  const fields = parse(cron)
  const clock = zoneClock(timeZone)
  if (!clock) throw new Error(`no zone ${timeZone}`)
  const isFixed = fields.minutes.size === 1 && fields.hours.size === 1
  return { between: (from, to) => (isFixed ? fixedTimes : wallTimes)(fields, clock, from, to) }
}

function parse(cron: string): Fields {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.split(' ')
  return {
    minutes: valuesOf(minute, 0, 59),
    hours: valuesOf(hour, 0, 23),
    days: valuesOf(day, 1, 31),
    months: valuesOf(month, 1, 12),
    // Sunday is 0 and 7.
    weekdays: new Set([...valuesOf(weekday, 0, 7)].map((value) => value % 7)),
    isEitherDay: day !== '*' && weekday !== '*',
  }
}

function valuesOf(part: string, least: number, most: number): Set<number> {
  const values = new Set<number>()
  for (const item of part.split(',')) {
    const [range = '', step = '1'] = item.split('/')
    const [first = '', last = first] = range === '*' ? [String(least), String(most)] : range.split('-')
    for (let value = Number(first); value <= Number(last); value += Number(step)) values.add(value)
  }
  return values
}

function isDay(fields: Fields, wall: Date): boolean {
  if (!fields.months.has(wall.getUTCMonth() + 1)) return false
  const [day, weekday] = [fields.days.has(wall.getUTCDate()), fields.weekdays.has(wall.getUTCDay())]
  return fields.isEitherDay ? day || weekday : day && weekday
}

/** Every minute whose wall clock fits. */
function wallTimes(fields: Fields, clock: ZoneClock, from: number, to: number): number[] {
  const times: number[] = []
  for (let at = Math.ceil(from / MINUTE) * MINUTE; at <= to; at += MINUTE) {
    const wall = clock.wall(at)
    const fits = fields.minutes.has(wall.getUTCMinutes()) && fields.hours.has(wall.getUTCHours())
    if (fits && isDay(fields, wall)) times.push(at)
  }
  return times
}

/** The first minute of each day at which the wall clock shows the time or, where it skips it, has passed it. */
function fixedTimes(fields: Fields, clock: ZoneClock, from: number, to: number): number[] {
  const [minute = 0] = fields.minutes
  const [hour = 0] = fields.hours
  const times: number[] = []
  for (let date = Math.floor(from / DAY) * DAY - DAY; date <= to + DAY; date += DAY) {
    if (!isDay(fields, new Date(date))) continue
    const wanted = date + (hour * 60 + minute) * MINUTE
    // No zone is further from UTC than 14 hours, and no change is larger than two.
    let at = wanted - 16 * 60 * MINUTE
    while (clock.wall(at).getTime() < wanted) at += MINUTE
    if (at >= from && at <= to) times.push(at)
  }
  return times
}
