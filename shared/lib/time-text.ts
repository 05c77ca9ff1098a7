/** In the place of a required timestamp that a platform has not answered. */
export const UNKNOWN_MOMENT = new Date(0).toISOString()

/** Units from large to small with their length in milliseconds (months and years are averages). */
const units = [
  ['y', 31_557_600_000],
  ['mo', 2_629_800_000],
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
] as const

/**
 * A duration in its two largest units: `350 ms`, `4.2 s`, `31 s`, `1 m 04 s`, `2 h 00 m`, `3 d 4 h`. The
 * second unit is padded where it counts to sixty, so that a running duration keeps its width. Negative
 * durations (clock differences) count as 0.
 */
export function humanDuration(ms: number): string {
  const length = Math.max(0, Math.round(ms))
  if (length < 1000) return `${length} ms`
  if (length < 10_000) return `${Math.floor(length / 100) / 10} s`
  const index = units.findIndex(([, size]) => length >= size)
  const [name, size] = units[index] ?? units[units.length - 1]!
  const whole = Math.floor(length / size)
  const next = units[index + 1]
  if (!next) return `${whole} ${name}`
  const rest = Math.floor((length % size) / next[1])
  const counted = next[0] === 's' || next[0] === 'm' ? String(rest).padStart(2, '0') : String(rest)
  return counted === '0' ? `${whole} ${name}` : `${whole} ${name} ${counted} ${next[0]}`
}

/**
 * A duration of a run or a task: `0.4 s`, `8.2 s`, `12 s`, `1 m 05 s`, `2 h 38 m`.
 */
export function shortDuration(ms: number): string {
  if (ms >= 10_000) return humanDuration(Math.floor(ms / 1000) * 1000)
  return ms > 0 ? `${Math.max(0.1, Math.floor(ms / 100) / 10)} s` : '0 s'
}

/** A duration that a definition sets, to its second unit: `1.5 s`, `5 m`, `11 m 40 s`, `2 h`. */
export const setDuration = (ms: number): string => shortDuration(ms).replace(/ 00 [sm]$/, '')

/**
 * A duration as sentences name it, in whole seconds, and from ten minutes on in whole minutes: `0.4 s`, `8 s`,
 * `1 m 05 s`, `12 m`, `2 h 38 m`.
 */
export function roughDuration(ms: number): string {
  if (ms < 1000) return setDuration(ms)
  const unit = ms < 600_000 ? 1000 : 60_000
  return setDuration(Math.floor(ms / unit) * unit)
}

/** How long something usually takes, rounded: `0.4 s`, `2.6 s`, `12 s`, `1 m 05 s`, `12 m`. */
export function roundedDuration(ms: number): string {
  const unit = ms < 10_000 ? 100 : ms < 600_000 ? 1000 : 60_000
  return setDuration(Math.max(ms > 0 ? 1 : 0, Math.round(ms / unit)) * unit)
}

const inSentence = /\b\d+(?:\.\d+)? (?:ms|mo|[smhdwy])\b(?: \d+ (?:mo|[smhdwy])\b)?/g

/** A sentence whose durations do not break at the end of a line: `last poll 1 m 07 s ago`. For display only. */
export const unbroken = (sentence: string) =>
  sentence.replace(inSentence, (duration) => duration.replaceAll(' ', '\u00a0'))

/** Units from large to small with their length in seconds (months and years are averages). */
const agoUnits = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/**
 * A relative time: `now`, `20 seconds ago`, `4 minutes ago`, `in 2 hours`. Seconds are rounded down to tens,
 * so that a list of new rows does not flicker.
 */
export function relativeTime(from: Date, now: Date): string {
  const seconds = (now.getTime() - from.getTime()) / 1000
  const distance = Math.abs(seconds)
  if (distance < 10) return 'now'
  const [name, size] = agoUnits.find(([, length]) => distance >= length) ?? (['second', 1] as const)
  const count = name === 'second' ? Math.floor(distance / 10) * 10 : Math.floor(distance / size)
  const phrase = `${count} ${name}${count === 1 ? '' : 's'}`
  return seconds > 0 ? `${phrase} ago` : `in ${phrase}`
}
