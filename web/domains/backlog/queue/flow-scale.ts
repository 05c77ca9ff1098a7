import type { MinuteFacts } from '#shared/domains/queues/divergence.ts'

/** What the chart of a queue is drawn in, in pixels. */
export interface ChartBox {
  width: number
  height: number
  /** Room for the numbers at the left and the times below. */
  left: number
  right: number
  top: number
  bottom: number
}

export interface FlowScale {
  /** Tasks a second, or a minute where less moves. */
  unit: 'second' | 'minute'
  /** The whole minutes with their rates in that unit. */
  points: { at: number; in: number; out: number }[]
  /** Round numbers of the axis from zero up; the last one is its end. */
  ticks: number[]
  x(at: number): number
  y(rate: number): number
}

/** Scales the minutes into a box; null with less than two whole ones. The last minute is not over and left out. */
export function flowScale(minutes: readonly MinuteFacts[], box: ChartBox): FlowScale | null {
  const whole = minutes
    .slice(0, -1)
    .flatMap(({ at, in: came, out }) =>
      at === null ? [] : [{ at: Date.parse(at), in: came ?? 0, out: out ?? 0 }],
    )
  const [first, last] = [whole[0], whole.at(-1)]
  if (!first || !last || whole.length < 2) return null
  const most = Math.max(...whole.flatMap((point) => [point.in, point.out]))
  const unit = most >= 60 ? 'second' : 'minute'
  const points = whole.map((point) =>
    unit === 'second' ? { at: point.at, in: point.in / 60, out: point.out / 60 } : point,
  )
  const ticks = roundTicks(unit === 'second' ? most / 60 : most)
  const top = ticks.at(-1)!
  const inner = { width: box.width - box.left - box.right, height: box.height - box.top - box.bottom }
  const span = last.at - first.at
  return {
    unit,
    points,
    ticks,
    x: (at) => box.left + (Math.min(span, Math.max(0, at - first.at)) / span) * inner.width,
    y: (rate) => box.top + (1 - rate / top) * inner.height,
  }
}

/** Three or four round numbers from zero to at least `most`. */
export function roundTicks(most: number): number[] {
  const rough = Math.max(most, 1) / 3
  const size = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * size).find((one) => one >= rough)!,
  )
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}

/** Four minutes of the span, its begin and its end among them. */
export function timeTicks(points: FlowScale['points']): number[] {
  const parts = [0, 1, 2, 3].map((part) => points[Math.round((part * (points.length - 1)) / 3)]!.at)
  return [...new Set(parts)]
}
