import { wallOf } from '#web/lib/settings/time-zone.ts'
import { formatClock, formatDay } from '#web/ui/time/moment.tsx'
import type { TimeScale } from './scale.ts'

/** A mark of the time axis. */
export interface Tick {
  at: number
  x: number
  text: string
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Distances of ticks that are easy to read, in milliseconds. */
const steps = [
  ...[1, 2, 5, 10, 20, 50].map((count) => count * 10),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 7, 14, 28, 91, 364].map((count) => count * DAY),
]

/** The shortest distance of ticks that is at least `least` milliseconds. */
export function tickStep(least: number): number {
  return steps.find((step) => step >= least) ?? Math.ceil(least / DAY) * DAY
}

/** `14:03:21`, with the day when `day` is another one. */
export function clockWithDay(at: number, day: number): string {
  return formatDay(at) === formatDay(day) ? formatClock(at) : `${formatDay(at)}, ${formatClock(at)}`
}

/** Milliseconds that the clocks of the user's zone are ahead of UTC at a moment. */
const zoneOffset = (at: number) => wallOf(at).getTime() - at

/** Half the width of a label, in pixels. */
export const HALF_LABEL = 28

/**
 * The ticks of an axis between two pixels, at least `apart` pixels from each other and on whole local times. A fold and
 * the ends of the axis cut no label.
 */
export function ticksOf(
  scale: TimeScale,
  { apart = 72, from = 0, to = scale.width }: { apart?: number; from?: number; to?: number } = {},
): Tick[] {
  const open = scale.parts.find(({ folded, width, ...part }) => !folded && width > 0 && part.to > part.from)
  if (!open) return []
  const step = tickStep(apart / (open.width / (open.to - open.from)))
  const ticks: Tick[] = []
  for (const part of scale.parts) {
    if (part.folded || part.x > to || part.x + part.width < from) continue
    const [first, last] = [
      scale.moment(Math.max(from, part.x)),
      scale.moment(Math.min(to, part.x + part.width)),
    ]
    const offset = zoneOffset(part.from)
    for (let at = Math.ceil((first + offset) / step) * step - offset; at <= last; at += step) {
      const x = scale.x(at)
      const cut = x < part.x + (part.x > 0 ? HALF_LABEL : 0) || x > part.x + part.width - HALF_LABEL
      if (!cut && x >= HALF_LABEL) ticks.push({ at, x, text: tickText(at, step) })
    }
  }
  return ticks
}

function tickText(at: number, step: number): string {
  const clock = formatClock(at)
  if (step >= DAY || (step >= MINUTE && clock === '00:00:00')) return formatDay(at)
  if (step >= MINUTE) return clock.slice(0, 5)
  return step >= SECOND
    ? clock
    : `${clock}.${String(new Date(at).getMilliseconds()).padStart(3, '0').slice(0, 2)}`
}
