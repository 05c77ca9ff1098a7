import { Cron } from 'croner'
import cronstrue from 'cronstrue'
import { cronFault } from '#shared/domains/schedules/cron-fault.ts'
import { cronMessages } from '#shared/domains/schedules/messages.ts'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { BoundedMap } from '#server/lib/bounded-map.ts'

/** When something comes: an expression, and the zone whose clocks it is read by. */
export interface Pattern {
  cron: string
  timeZone: string
}

/** Parsed expressions that are kept: parsing takes longer than asking for the next time. */
const MOST_KEPT = 2000
const kept = new BoundedMap<string, Cron>(MOST_KEPT)

function parsed({ cron, timeZone }: Pattern): Cron {
  const key = `${timeZone} ${cron}`
  const known = kept.get(key)
  if (known) return known
  const made = new Cron(cron.trim(), { timezone: timeZone, mode: '5-or-6-parts', paused: true })
  kept.set(key, made)
  return made
}

/** The first time after a moment, in milliseconds; null: there is none. */
export const nextTime = (pattern: Pattern, after: number): number | null =>
  parsed(pattern).nextRun(new Date(after))?.getTime() ?? null

/** At most `count` times after a moment, oldest first. */
export const nextTimes = (pattern: Pattern, after: number, count: number): number[] =>
  parsed(pattern)
    .nextRuns(count, new Date(after))
    .map((time) => time.getTime())

/** The times from one moment to another, both included, oldest first, at most `count`. */
export function timesBetween(pattern: Pattern, from: number, to: number, count: number): number[] {
  const times: number[] = []
  let time = nextTime(pattern, from - 1)
  while (time !== null && time <= to && times.length < count) {
    times.push(time)
    time = nextTime(pattern, time)
  }
  return times
}

/** Expressions name no years, so one that comes at all comes after this too. */
const ANY_TIME = Date.UTC(2000, 0)

/** A fault of an expression or its zone and the field that has it; null: there is none, and it comes. */
export function patternFault(pattern: Pattern): { field: 'cron' | 'timeZone'; message: string } | null {
  const message = cronFault(pattern.cron)
  if (message !== null) return { field: 'cron', message }
  if (!isTimeZone(pattern.timeZone))
    return { field: 'timeZone', message: cronMessages.zone(pattern.timeZone) }
  try {
    return nextTime(pattern, ANY_TIME) === null ? { field: 'cron', message: cronMessages.never } : null
  } catch {
    // What the check above has let through; the texts of the parser name other fields and values than were given.
    return { field: 'cron', message: cronMessages.invalid }
  }
}

/** An expression in words; one that cannot be put into words as it is. */
export function cronText(cron: string): string {
  const text = cron.trim()
  try {
    // The describer knows `@daily`, but not `@Daily`.
    const known = text.startsWith('@') ? text.toLowerCase() : text
    return plainWords(cronstrue.toString(known, { use24HourTimeFormat: true, verbose: false }))
  } catch {
    // The describer knows fewer forms than the parser, such as `+1`.
    return text
  }
}

/** How people say it: `On weekdays at 07:00` for `At 07:00, Monday through Friday`. */
interface Form {
  exec(words: string): string[] | null
}

const sayings: readonly (readonly [Form, (...parts: string[]) => string])[] = [
  [/^At (\d\d:\d\d)$/, (time) => `Every day at ${time}`],
  [/^At (\d\d:\d\d), Monday through Friday$/, (time) => `On weekdays at ${time}`],
  [/^At (\d\d:\d\d), only on (\w+)$/, (time, day) => `On ${day}s at ${time}`],
  [/^At (\d+) minutes past the hour$/, (minute) => `Every hour at :${minute!.padStart(2, '0')}`],
  [/^At (\d\d:\d\d), on day (\d+) of the month$/, (time, day) => `On day ${day} of each month at ${time}`],
]

/** Where days of the week follow days of the month, as in "of the month, and on Friday"; months may follow them too. */
const weekdaysToo =
  /(?<=\bmonth), (?:and )?(?=(?:on )?(?:the \w+ )?(?:Sun|Mon|Tues|Wednes|Thurs|Fri|Satur)day|every \d+ days of the week)/

function plainWords(described: string): string {
  // A day that fits one of both is enough, as in every cron; the describer says "and" or nothing.
  const words = described.replace(weekdaysToo, ', or ')
  for (const [form, say] of sayings) {
    const found = form.exec(words)
    if (found) return say(...found.slice(1))
  }
  return words
}
