import type { AlertQuiet } from '#shared/domains/alerts/contract.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440

/** When the quiet hours that contain a moment end; null outside of them. */
export function quietEnd(quiet: AlertQuiet | null, now: number): number | null {
  if (quiet === null) return null
  const clock = clockOf(quiet.timeZone)
  const [from, to, at] = [minutesOf(quiet.from), minutesOf(quiet.to), clock(now)]
  const isQuiet = (minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet(at)) return null
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const guess = minute + ((to - at + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  // The clocks may change before the end.
  const off = to - clock(guess)
  let end = guess + (((off + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2) * MINUTE_MS
  // They may also skip the end itself; then the hours end when the clocks change.
  while (isQuiet(clock(end))) end += MINUTE_MS
  return end
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** The minute of the day at a moment in a zone. */
function clockOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (at) => minutesOf(format.format(at))
}
