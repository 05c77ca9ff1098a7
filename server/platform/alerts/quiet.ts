import type { AlertQuiet } from '#shared/domains/alerts/contract.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** When the quiet hours that contain a moment end; null outside of them. */
export function quietEnd(quiet: AlertQuiet | null, now: number): number | null {
  if (quiet === null) return null
  const { timeZone } = quiet
  const [from, to, at] = [minutesOf(quiet.from), minutesOf(quiet.to), minuteOfDay(now, timeZone)]
  const isQuiet = from < to ? at >= from && at < to : at >= from || at < to
  if (!isQuiet) return null
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const end = minute + ((to - at + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  // The clocks may change before the end.
  const off = to - minuteOfDay(end, timeZone)
  const nearest = ((off + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2
  return end + nearest * MINUTE_MS
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

const minuteOfDay = (at: number, timeZone: string): number =>
  minutesOf(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).format(at),
  )
