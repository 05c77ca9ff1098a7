import type { TimelineAttempt } from '../attempts.ts'
import type { TimeScale } from '../scale.ts'

/** How many of several tasks ran at each moment, in pixels of the axis. */
export interface ConcurrencyLane {
  /** The most that ran at once. */
  most: number
  /** From the left to the right; each lasts to the next one, the last has none that runs. */
  steps: readonly { x: number; running: number }[]
  /** Pixels where an attempt failed, each once. */
  failures: readonly number[]
  /** The first and the last pixel with anything; 0 when nothing has begun. */
  first: number
  end: number
}

/**
 * The lane of the attempts of a fan-out. Changes within one pixel become one step with the most that ran in it, so that
 * the number of steps has the width of the axis as its limit. O(n log n) in attempts.
 */
export function concurrencyLane(
  attempts: readonly TimelineAttempt[],
  scale: Pick<TimeScale, 'x'>,
  now: number,
): ConcurrencyLane {
  const changes: { x: number; by: 1 | -1 }[] = []
  const failures = new Set<number>()
  let first = Infinity
  for (const { queued, started, ended, status } of attempts) {
    const begun = queued ?? started
    if (begun !== null) first = Math.min(first, scale.x(begun))
    if (started === null) continue
    const [from, to] = [Math.floor(scale.x(started)), Math.floor(scale.x(Math.max(started, ended ?? now)))]
    // What began and ended within a pixel is seen too.
    changes.push({ x: from, by: 1 }, { x: Math.max(to, from + 1), by: -1 })
    if (status === 'failed') failures.add(to)
  }
  // Of one pixel the ends first: an attempt that follows another one does not run beside it.
  changes.sort((a, b) => a.x - b.x || a.by - b.by)
  const steps: { x: number; running: number }[] = []
  let [running, most] = [0, 0]
  for (const { x, by } of changes) {
    running += by
    most = Math.max(most, running)
    const last = steps.at(-1)
    if (last?.x === x) last.running = running
    else steps.push({ x, running })
  }
  return {
    most,
    steps,
    failures: [...failures].sort((a, b) => a - b),
    first: Number.isFinite(first) ? first : 0,
    end: steps.at(-1)?.x ?? (Number.isFinite(first) ? first : 0),
  }
}

/** The outline of a lane of a height in pixels: what runs is seen from its first task on. */
export function lanePath({ steps, most }: ConcurrencyLane, height: number): string {
  const [first] = steps
  if (!first) return ''
  const topOf = (running: number) =>
    running === 0 ? height : round(height - Math.max(2, (running / most) * height))
  const parts = steps.map(({ x, running }) => `H${x}V${topOf(running)}`)
  return `M${first.x} ${height}${parts.join('')}Z`
}

const round = (value: number) => Math.round(value * 10) / 10
