import { zoneClock } from '#shared/lib/zone-clock.ts'
import { zoneText } from './date-interval.ts'

/** Present names of zones that browsers list by a former one. */
const presentNames = [
  'America/Argentina/Buenos_Aires',
  'Asia/Ho_Chi_Minh',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Yangon',
  'Europe/Kyiv',
]

/** The zones of the world with their distance from UTC today, and the current one, whatever it is. */
export function zoneChoices(current: string | null): { value: string; label: string }[] {
  const present = presentNames.filter((name) => zoneClock(name) !== null)
  const names = new Set(['UTC', ...[...Intl.supportedValuesOf('timeZone'), ...present].toSorted()])
  if (current !== null) names.add(current)
  const now = new Date()
  return [...names].map((name) => {
    const clock = zoneClock(name)
    return { value: name, label: clock ? zoneText(now, name, clock) : name }
  })
}
