import type { WhyFacts } from './facts.ts'

/** `at 13:23`; on another day than now `on 21 Nov at 13:23`. Without a zone `at 13:23 UTC`. */
export function timeOfDay(at: number, { now, zone }: Pick<WhyFacts, 'now' | 'zone'>): string {
  const format = formatOf(zone)
  const then = partsIn(format, at)
  const today = partsIn(format, now)
  const sameDay = then.day === today.day && then.month === today.month && then.year === today.year
  const date =
    then.year === today.year ? `${then.day} ${then.month}` : `${then.day} ${then.month} ${then.year}`
  return `${sameDay ? '' : `on ${date} `}at ${then.hour}:${then.minute}${format === utc ? ' UTC' : ''}`
}

const fields = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const
const utc = new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: 'UTC' })
const formats = new Map<string | undefined, Intl.DateTimeFormat>([[undefined, utc]])

/** The format of a zone, kept because it is costly to make; UTC for a zone that is not known here. */
function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    try {
      format = new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: zone })
    } catch {
      // RangeError: no such zone.
      format = utc
    }
    formats.set(zone, format)
  }
  return format
}

type Parts = Partial<Record<string, string>>

const MINUTE_MS = 60_000
/** Minutes whose parts are kept. */
const KEPT = 2000
const known = new WeakMap<Intl.DateTimeFormat, Map<number, Parts>>()

/** The parts of the minute of `at`. A list of thousands of rows has few different minutes, and formatting one takes 20 us. */
function partsIn(format: Intl.DateTimeFormat, at: number): Parts {
  let ofMinute = known.get(format)
  if (!ofMinute || ofMinute.size >= KEPT) known.set(format, (ofMinute = new Map()))
  const minute = Math.floor(at / MINUTE_MS)
  let parts = ofMinute.get(minute)
  if (!parts) {
    parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    ofMinute.set(minute, parts)
  }
  return parts
}
