import { memo } from 'react'
import type { FigureTone } from './figure-values.ts'

const [WIDTH, HEIGHT, PAD] = [132, 30, 2]

interface Point {
  x: number
  y: number
}

/** Runs of known values as points of the drawing; the scale begins at 0. An unknown value is a gap. */
export function linePoints(values: readonly (number | null)[]): Point[][] {
  const most = Math.max(0, ...values.map((value) => value ?? 0)) || 1
  const step = (WIDTH - 2 * PAD) / Math.max(1, values.length - 1)
  const runs: Point[][] = [[]]
  values.forEach((value, place) => {
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ x: PAD + place * step, y: HEIGHT - PAD - (value / most) * (HEIGHT - 2 * PAD) })
  })
  return runs.filter((run) => run.length > 0)
}

const text = (points: readonly Point[]) =>
  points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

function area(points: readonly Point[]): string {
  const [first, last] = [points[0], points.at(-1)]
  return first && last ? `${first.x},${HEIGHT} ${text(points)} ${last.x},${HEIGHT}` : ''
}

/** The last 24 hours of a figure as a line, with its area below; `label` says it in words. */
export const FigureLine = memo(function FigureLine({
  values,
  tone,
  label,
}: {
  values: readonly (number | null)[]
  tone: FigureTone
  label: string
}) {
  const runs = linePoints(values)
  return (
    <svg
      data-figure-line={tone}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <title>{label}</title>
      {runs.map((run) => (
        <g key={run[0]?.x}>
          <polygon points={area(run)} />
          {run.length === 1 ? (
            <circle cx={run[0]?.x} cy={run[0]?.y} r="1.5" />
          ) : (
            <polyline points={text(run)} vectorEffect="non-scaling-stroke" />
          )}
        </g>
      ))}
    </svg>
  )
})
