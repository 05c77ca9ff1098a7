import { Box } from '@chakra-ui/react'
import { memo } from 'react'
import { relativeTime, UNKNOWN_MOMENT } from '#shared/lib/time-text.ts'
import { localClock } from '#shared/lib/zone-clock.ts'
import { isSameDay, otherZone, shownZone, wallOf } from '#web/lib/settings/time-zone.ts'
import { useNow, useOfNow } from '#web/lib/use-time.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** `20 Nov` of a wall clock. */
const dayText = (wall: Date) => `${wall.getUTCDate()} ${months[wall.getUTCMonth()]}`
/** `14:03:11` of a wall clock. */
const clockText = (wall: Date) =>
  [wall.getUTCHours(), wall.getUTCMinutes(), wall.getUTCSeconds()].map(two).join(':')

/** `20 Nov` in the zone of the user. */
export const formatDay = (moment: Date | number): string => dayText(wallOf(moment))

/** `14:03:11` in the zone of the user. */
export const formatClock = (moment: Date | number): string => clockText(wallOf(moment))

/** `20 Nov, 14:03:11` in the zone of the user, with the year when it is not the current one. */
export function formatExact(moment: Date, now: Date): string {
  const wall = wallOf(moment)
  const year = wall.getUTCFullYear()
  return `${dayText(wall)}${year === wallOf(now).getUTCFullYear() ? '' : ` ${year}`}, ${clockText(wall)}`
}

/** `14:03:11` for a moment of today in the zone of the user, else `20 Nov, 14:03:11`. */
export const formatExactOrClock = (moment: Date, now: Date): string =>
  isSameDay(moment, now) ? formatClock(moment) : formatExact(moment, now)

/** `14:03` for a moment of today in the zone of the user, else `20 Nov, 14:03`. */
export const formatMoment = (moment: Date, now: Date): string => formatExactOrClock(moment, now).slice(0, -3)

/**
 * A moment in the zone of the user and in that of the browser, with their names: `20 Nov 2026, 14:03:11 Europe/London,
 * 15:03:11 Europe/Berlin`. Null where both are the same zone.
 */
export function formatBothZones(moment: Date | number): string | null {
  const other = otherZone()
  if (other === null || Number.isNaN(Number(moment))) return null
  const [here, there] = [wallOf(moment), localClock.wall(moment)]
  const otherDay = dayText(here) === dayText(there) ? '' : `${dayText(there)}, `
  const shown = `${dayText(here)} ${here.getUTCFullYear()}, ${clockText(here)} ${shownZone()}`
  return `${shown}, ${otherDay}${clockText(there)} ${other}`
}

/** What a time says on hover: its ISO form, or the time in both zones where two matter. */
export const timeTitle = (iso: string): string => formatBothZones(Date.parse(iso)) ?? iso

const isKnown = (value: string | null): value is string => !!value && value !== UNKNOWN_MOMENT

/** A moment to the second in the zone of the user; the full form on hover. */
export function ExactTime({ value }: { value: string | null }) {
  const text = useOfNow(10_000, (now) => (isKnown(value) ? formatExact(new Date(value), new Date(now)) : '-'))
  if (!isKnown(value)) return <>{text}</>
  return (
    <time dateTime={value} title={timeTitle(value)}>
      {text}
    </time>
  )
}

/** The same; where the user has chosen another zone than that of the browser, the time in both, with their names. */
export function TimeInZones({ value }: { value: string }) {
  const both = formatBothZones(Date.parse(value))
  if (both === null) return <ExactTime value={value} />
  return (
    <time dateTime={value} title={value}>
      {both}
    </time>
  )
}

/** The age up to which seconds are told, and the next tick, in milliseconds. */
const YOUNG_MS = 70_000

/** A moment as `4 minutes ago`, kept up to date; the exact time on hover. `textOf`: for a place with less room. */
export const RelativeTime = memo(function RelativeTime({
  value,
  textOf = relativeTime,
}: {
  value: string | null
  textOf?: (moment: Date, now: Date) => string
}) {
  const now = useNow(10_000)
  const moment = new Date(value ?? '')
  const at = moment.getTime()
  // Seconds are told on the clock of the durations beside them.
  const text = useOfNow(now - at < YOUNG_MS ? 500 : 10_000, (tick) =>
    // A row newer than the last tick must not show a time in the future.
    isKnown(value) ? textOf(moment, new Date(Math.max(tick, Math.min(at, tick + 10_000)))) : '-',
  )
  if (!isKnown(value)) return <>{text}</>
  return (
    <time
      dateTime={value}
      title={formatBothZones(moment) ?? formatExact(moment, new Date(now))}
      style={{ whiteSpace: 'nowrap' }}
    >
      {text}
    </time>
  )
})

/** When an object was last changed and, if known, by which user. */
export function UpdatedNote({ updated, updatedBy }: { updated: string | null; updatedBy: string | null }) {
  if (!updated) return null
  return (
    <Box as="span" textStyle="xs" overflowWrap="anywhere">
      Updated <RelativeTime value={updated} />
      {updatedBy && ` by ${updatedBy}`}
    </Box>
  )
}
