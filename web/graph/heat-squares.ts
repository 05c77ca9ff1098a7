import { HEAT } from './sizes.ts'

/** What is drawn of all squares with one status: their areas and, above them, their marks, as SVG paths. */
export interface SquarePaths {
  status: string
  areas: string
  marks: string
}

/** Rounded corners of a square, in pixels. */
const ROUND = 2

/** One pair of paths for each status, so that a grid of any size is a few elements. */
export function squarePaths(statuses: readonly string[], perRow: number): SquarePaths[] {
  const paths = new Map<string, { areas: string[]; marks: string[] }>()
  statuses.forEach((status, index) => {
    const { x, y } = cornerOf(index, perRow)
    const own = paths.get(status) ?? { areas: [], marks: [] }
    paths.set(status, own)
    own.areas.push(area(x, y))
    own.marks.push(markOf(status, x, y))
  })
  return [...paths].map(([status, { areas, marks }]) => ({
    status,
    areas: areas.join(''),
    marks: marks.join(''),
  }))
}

/** The upper left corner of a square. */
export function cornerOf(index: number, perRow: number): { x: number; y: number } {
  return { x: (index % perRow) * HEAT.pitch, y: Math.floor(index / perRow) * HEAT.pitch }
}

function area(x: number, y: number): string {
  const side = HEAT.square - 2 * ROUND
  const [right, down, left, up] = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].map(([a, b]) => `a${ROUND} ${ROUND} 0 0 1 ${a! * ROUND} ${b! * ROUND}`)
  return `M${x + ROUND} ${y}h${side}${right}v${side}${down}h-${side}${left}v-${side}${up}z`
}

/** A state is never told by colour alone: a cross, a corner, a stroke or a dot stands on the square. */
function markOf(status: string, x: number, y: number): string {
  const [low, high, middle] = [3.5, HEAT.square - 3.5, HEAT.square / 2]
  switch (status) {
    case 'failed':
      return `M${x + low} ${y + low}L${x + high} ${y + high}M${x + high} ${y + low}L${x + low} ${y + high}`
    case 'retry':
      return `M${x + middle} ${y}H${x + HEAT.square}V${y + middle}z`
    case 'cancelled':
      return `M${x + high} ${y + low}L${x + low} ${y + high}`
    case 'queued':
      return `M${x + low} ${y + middle}H${x + high}`
    case 'notstarted':
      return `M${x + middle} ${y + middle}h.01`
    default:
      return ''
  }
}
