import type { WhyFacts } from './facts.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** `at 13:23`; on another day than now `on 21 Nov at 13:23`. Without a time zone `at 13:23 UTC`. */
export function timeOfDay(at: number, { now, zone }: Pick<WhyFacts, 'now' | 'zone'>): string {
  const format = formatOf(zone ?? 'UTC')
  const then = partsOf(format, at)
  const today = partsOf(format, now)
  const sameDay = then.day === today.day && then.month === today.month && then.year === today.year
  const date =
    then.year === today.year ? `${then.day} ${then.month}` : `${then.day} ${then.month} ${then.year}`
  return `${sameDay ? '' : `on ${date} `}at ${then.hour}:${then.minute}${zone === undefined ? ' UTC' : ''}`
}

/** A format is costly to make. A zone that is not known here counts as UTC. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const fields = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const
  const format = new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: zone })
  formats.set(zone, format)
  return format
}

const partsOf = (format: Intl.DateTimeFormat, at: number): Partial<Record<string, string>> =>
  Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
