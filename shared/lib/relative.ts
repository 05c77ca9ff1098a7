/** Units from large to small with their length in seconds (months and years are averages). */
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * A moment as people say it: `now`, `20 seconds ago`, `4 minutes ago`, `in 2 hours`.
 * Seconds go in steps of ten, so that a list of new rows does not flicker.
 */
export function relativeTime(from: Date, now: Date): string {
  const seconds = (now.getTime() - from.getTime()) / 1000
  const distance = Math.abs(seconds)
  if (distance < 10) return 'now'
  const [name, size] = units.find(([, length]) => distance >= length) ?? (['second', 1] as const)
  const count = name === 'second' ? Math.floor(distance / 10) * 10 : Math.floor(distance / size)
  const phrase = `${count} ${name}${count === 1 ? '' : 's'}`
  return seconds > 0 ? `${phrase} ago` : `in ${phrase}`
}
