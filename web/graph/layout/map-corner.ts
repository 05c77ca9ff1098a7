import type { Arrangement } from './arrange.ts'
import type { View } from '../opening.ts'
import type { Size } from '../sizes.ts'

/** The corners that the map may stand in, the first ones preferred; the controls have the fourth. */
const corners = ['bottom-left', 'top-left', 'top-right'] as const

/** Pixels around the map. */
const AROUND = 10

/** The corner in which a map of that size covers the least of the nodes as they are seen at first. */
export function freestCorner(
  { ids, nodes, sizeOf }: Pick<Arrangement, 'ids' | 'nodes' | 'sizeOf'>,
  size: Size,
  space: Size,
  { x, y, zoom }: View,
): (typeof corners)[number] {
  const places = corners.map((corner) => ({
    corner,
    left: corner.endsWith('left') ? AROUND : space.width - size.width - AROUND,
    top: corner.startsWith('top') ? AROUND : space.height - size.height - AROUND,
  }))
  const covered = ({ left, top }: { left: number; top: number }) =>
    ids.reduce((sum, id) => {
      const [node, { width, height }] = [nodes.get(id)!, sizeOf(id)]
      const [from, over] = [node.x * zoom + x, node.y * zoom + y]
      const across = Math.min(left + size.width, from + width * zoom) - Math.max(left, from)
      const down = Math.min(top + size.height, over + height * zoom) - Math.max(top, over)
      return sum + Math.max(0, across) * Math.max(0, down)
    }, 0)
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best)).corner
}
