import type { BacklogSample } from './counters.ts'

/** Between two points of a trend, in milliseconds: a minute, as fine as a line of 30 minutes shows. */
const STEP = 60_000

/**
 * How long the queue was, minute by minute up to the newest sample, oldest first. A minute without a sample has the
 * length that was known then; minutes before the first sample are left out.
 */
export function queuedTrend(samples: readonly Pick<BacklogSample, 'at' | 'queued'>[]): number[] {
  const points = samples.map(({ at, queued }) => [Date.parse(at), queued] as const)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const trend: number[] = []
  let next = 0
  let queued = first[1]
  for (let at = last[0] - Math.floor((last[0] - first[0]) / STEP) * STEP; at <= last[0]; at += STEP) {
    for (let point = points[next]; point && point[0] <= at; point = points[++next]) queued = point[1]
    trend.push(queued)
  }
  return trend
}
