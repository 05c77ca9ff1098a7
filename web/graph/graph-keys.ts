import type { Arrangement } from './layout/arrange.ts'
import type { Point } from './layout/layout.ts'

/** Where an arrow key leads in each direction of the workflow: along the edges, or to a neighbour. */
const meanings = {
  right: { ArrowRight: 'next', ArrowLeft: 'previous', ArrowDown: 'after', ArrowUp: 'before' },
  down: { ArrowDown: 'next', ArrowUp: 'previous', ArrowRight: 'after', ArrowLeft: 'before' },
} as const

type Meaning = (typeof meanings)['right'][keyof (typeof meanings)['right']]

/** The node that an arrow key leads to from another; null when there is none. */
export function neighbourOf(arrangement: Arrangement, id: string, key: string): string | null {
  const meaning = (meanings[arrangement.direction] as Record<string, Meaning>)[key]
  if (!meaning || !arrangement.nodes.has(id)) return null
  const own = middleOf(arrangement, id)
  const { edges } = arrangement
  if (meaning === 'next' || meaning === 'previous') {
    const linked =
      meaning === 'next'
        ? edges.filter(({ source }) => source === id).map(({ target }) => target)
        : edges.filter(({ target }) => target === id).map(({ source }) => source)
    return nearest(arrangement, linked, (middle) => Math.abs(acrossOf(arrangement, middle, own)))
  }
  const sign = meaning === 'after' ? 1 : -1
  const beside = arrangement.ids.filter((other) => {
    const middle = middleOf(arrangement, other)
    return Math.abs(alongOf(arrangement, middle, own)) <= 1 && acrossOf(arrangement, middle, own) * sign > 0
  })
  return nearest(arrangement, beside, (middle) => acrossOf(arrangement, middle, own) * sign)
}

function nearest(arrangement: Arrangement, ids: readonly string[], distanceOf: (middle: Point) => number) {
  let [best, least]: [string | null, number] = [null, Infinity]
  for (const id of ids) {
    const distance = distanceOf(middleOf(arrangement, id))
    if (distance < least) [best, least] = [id, distance]
  }
  return best
}

/** The middle of a node. */
export function middleOf({ nodes, sizeOf }: Arrangement, id: string): Point {
  const [corner, size] = [nodes.get(id) ?? { x: 0, y: 0 }, sizeOf(id)]
  return { x: corner.x + size.width / 2, y: corner.y + size.height / 2 }
}

const acrossOf = ({ direction }: Arrangement, a: Point, b: Point) =>
  direction === 'right' ? a.y - b.y : a.x - b.x
const alongOf = ({ direction }: Arrangement, a: Point, b: Point) =>
  direction === 'right' ? a.x - b.x : a.y - b.y
