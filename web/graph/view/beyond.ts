import type { Arrangement } from '../layout/arrange.ts'
import type { FoldedGraph } from '../fold.ts'
import { rectOf, type View } from '../opening.ts'
import type { Size } from '../sizes.ts'

/** How many tasks are beyond each edge of a canvas. */
export interface Beyond {
  above: number
  below: number
  left: number
  right: number
}

/** Counts the tasks whose middle a view does not show. */
export function indexBeyond(
  arrangement: Pick<Arrangement, 'ids' | 'nodes' | 'sizeOf'>,
  folds: FoldedGraph['folds'],
): (view: View, space: Size) => Beyond {
  const middles = arrangement.ids.map((id) => {
    const { x, y, width, height } = rectOf(arrangement, id)!
    return { x: x + width / 2, y: y + height / 2, tasks: folds.get(id)?.taskIds.length ?? 1 }
  })
  return (view, space) => {
    const counts = { above: 0, below: 0, left: 0, right: 0 }
    for (const { x, y, tasks } of middles) {
      const [left, top] = [x * view.zoom + view.x, y * view.zoom + view.y]
      if (top < 0) counts.above += tasks
      if (top > space.height) counts.below += tasks
      if (left < 0) counts.left += tasks
      if (left > space.width) counts.right += tasks
    }
    return counts
  }
}
