import type { WhyFacts } from './facts.ts'

/** `at 13:23`; on another day than now `on 21 Nov at 13:23`. Without a zone `at 13:23 UTC`. */
export function timeOfDay(at: number, { now, zone }: Pick<WhyFacts, 'now' | 'zone'>): string {
  const format = formatOf(zone)
  const then = partsOf(format, at)
  const today = partsOf(format, now)
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

const partsOf = (format: Intl.DateTimeFormat, at: number): Partial<Record<string, string>> =>
  Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
