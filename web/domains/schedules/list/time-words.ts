import { zoneClock, type ZoneClock } from '#shared/lib/zone-clock.ts'
import { shownClock } from '#web/lib/settings/time-zone.ts'

const DAY_MS = 86_400_000
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** The clock of a schedule: that of its zone, or with `mine` that of the user; a zone that is not known here has UTC. */
export function clockOf(timeZone: string, mine: boolean): ZoneClock {
  return mine ? shownClock() : (zoneClock(timeZone) ?? zoneClock('UTC') ?? shownClock())
}

/** `02:30`, with seconds where they are not zero. */
export function clockTime(clock: ZoneClock, at: number): string {
  const wall = clock.wall(at)
  const text = `${two(wall.getUTCHours())}:${two(wall.getUTCMinutes())}`
  return wall.getUTCSeconds() === 0 ? text : `${text}:${two(wall.getUTCSeconds())}`
}

/** `today`, `Mon` within six days, else `1 Dec`, with the year when it is another one. */
export function dayWord(clock: ZoneClock, at: number, now: number): string {
  const [wall, today] = [clock.wall(at), clock.wall(now)]
  const ahead = Math.floor(wall.getTime() / DAY_MS) - Math.floor(today.getTime() / DAY_MS)
  if (ahead === 0) return 'today'
  if (ahead > 0 && ahead < 7) return days[wall.getUTCDay()]!
  const date = `${wall.getUTCDate()} ${months[wall.getUTCMonth()]}`
  return wall.getUTCFullYear() === today.getUTCFullYear() ? date : `${date} ${wall.getUTCFullYear()}`
}

/** `Mon 23 Nov`, with the year when it is another one than at `now`. */
export function dateWord(clock: ZoneClock, at: number, now = at): string {
  const wall = clock.wall(at)
  const year = wall.getUTCFullYear()
  const date = `${days[wall.getUTCDay()]} ${wall.getUTCDate()} ${months[wall.getUTCMonth()]}`
  return year === clock.wall(now).getUTCFullYear() ? date : `${date} ${year}`
}

/**
 * The first time in full, and of those after it only what changes: `today 23:30` then `Mon, Tue`, `today 14:40` then
 * `15:40, 16:40`. Null: there is none.
 */
export function nextWords(
  times: readonly string[],
  clock: ZoneClock,
  now: number,
): { first: string | null; then: string | null } {
  const [first, ...rest] = times.map((time) => Date.parse(time))
  if (first === undefined) return { first: null, then: null }
  const clocks = new Set([first, ...rest].map((at) => clockTime(clock, at)))
  let day = dayWord(clock, first, now)
  const words = rest.map((at) => {
    const next = dayWord(clock, at, now)
    const changed =
      clocks.size === 1 ? next : next === day ? clockTime(clock, at) : `${next} ${clockTime(clock, at)}`
    day = next
    return changed
  })
  return {
    first: `${dayWord(clock, first, now)} ${clockTime(clock, first)}`,
    then: words.length > 0 ? words.join(', ') : null,
  }
}
