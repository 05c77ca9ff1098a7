import type { AttentionFigure } from './contract.ts'

const DAY_MS = 86_400_000
/** Days of history from which on something is usual. */
const MIN_DAYS = 7

/**
 * What a figure is at this hour on other days: between the first and the third quartile; null until it is known of seven
 * days. `hour`: the beginning of the current hour; days are those of UTC.
 */
export function usualOf(
  history: readonly { at: number; value: number | null }[],
  hour: number,
): AttentionFigure['usual'] {
  const values = history
    .filter(({ at }) => at < hour && (hour - at) % DAY_MS === 0)
    .flatMap(({ value }) => (value === null ? [] : [value]))
    .sort((one, other) => one - other)
  if (values.length < MIN_DAYS) return null
  return { low: quantile(values, 0.25), high: quantile(values, 0.75) }
}

/** Between two values in proportion; `sorted` has at least one. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return low + (high - low) * (place - Math.floor(place))
}
