import { scheduleMessages } from '#shared/domains/schedules/messages.ts'
import { zoneClock, type ZoneClock } from '#shared/lib/zone-clock.ts'
import { timesBetween, type Pattern } from './calendar.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How far ahead is looked: a change that comes once a year is seen in advance. */
const AHEAD_MS = 396 * DAY_MS
/** Times within a change that are looked at. */
const MOST_TIMES = 100

/** A change of the clocks of a zone. Moments and offsets from UTC are milliseconds. */
interface ClockChange {
  at: number
  before: number
  after: number
}

/** The changes of clocks in the next 13 months that move times of a pattern, and what becomes of these. */
export function clockChanges(pattern: Pattern, now: number): { at: string; text: string }[] {
  const clock = zoneClock(pattern.timeZone)
  if (!clock || isEveryHour(pattern)) return []
  return changesOf(clock, now).flatMap((change) => {
    const text = change.after > change.before ? gapText(pattern, change) : repeatText(pattern, change)
    return text === null ? [] : [{ at: new Date(change.at).toISOString(), text }]
  })
}

function changesOf(clock: ZoneClock, now: number): ClockChange[] {
  const offset = (at: number) => clock.wall(at).getTime() - at
  const found: ClockChange[] = []
  const start = Math.floor(now / MINUTE_MS) * MINUTE_MS
  for (let day = start; day < start + AHEAD_MS; day += DAY_MS) {
    const [before, after] = [offset(day), offset(day + DAY_MS)]
    if (before !== after) found.push({ at: firstWith(offset, after, day, day + DAY_MS), before, after })
  }
  return found
}

/** The first minute between two that has this offset. */
function firstWith(offset: (at: number) => number, wanted: number, from: number, to: number): number {
  let [low, high] = [from, to]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offset(middle) === wanted) high = middle
    else low = middle
  }
  return high
}

/** The times of a pattern on the wall clock, as milliseconds of UTC: as if the clocks did not change. */
const onTheWall = ({ cron }: Pattern, from: number, to: number) =>
  timesBetween({ cron, timeZone: 'UTC' }, from, to - 1, MOST_TIMES)

/** Times that the clocks leave out. */
function gapText(pattern: Pattern, { at, before, after }: ClockChange): string | null {
  const [first] = onTheWall(pattern, at + before, at + after)
  if (first === undefined) return null
  const moved = timesBetween(pattern, at, at, 1).length > 0
  if (moved) return scheduleMessages.gap(dateOf(first), timeOf(first), timeOf(at + after))
  return scheduleMessages.leftOut(dateOf(first), timeOf(first))
}

/** Times that the clocks show twice. */
function repeatText(pattern: Pattern, { at, before, after }: ClockChange): string | null {
  const [first] = onTheWall(pattern, at + after, at + before)
  if (first === undefined) return null
  const again = timesBetween(pattern, at, at + before - after - 1, 1).length > 0
  if (!again) return scheduleMessages.repeat(dateOf(first), timeOf(first))
  return scheduleMessages.twice(dateOf(first), timeOf(first))
}

/** What comes in every hour follows the clock: no time of it is missed. */
function isEveryHour({ cron }: Pattern): boolean {
  const parts = cron.trim().split(/\s+/)
  return parts.length === 1 ? parts[0]!.toLowerCase() === '@hourly' : parts.at(-4) === '*'
}

const dateFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
/** The date of a wall clock. */
const dateOf = (wall: number) => dateFormat.format(wall).replace(',', '')
const timeOf = (wall: number) => new Date(wall).toISOString().slice(11, 16)
