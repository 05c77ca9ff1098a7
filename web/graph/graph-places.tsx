import './graph-places.css'
import type { Arrangement } from './layout/arrange.ts'
import { focusOf, type Opening } from './focus.ts'
import type { FoldedGraph } from './fold.ts'
import type { GraphState } from './node-store.ts'
import { firstView, rectOf } from './opening.ts'
import type { Size } from './sizes.ts'

/** The places of the nodes while the code of the graph is loaded: what follows moves nothing. */
export function GraphPlaces({
  arrangement,
  graph,
  space,
  opening,
  ...state
}: GraphState & { arrangement: Arrangement; graph: FoldedGraph; space: Size; opening: Opening }) {
  const { x, y, zoom } = firstView({ arrangement, graph, space }, focusOf(state, opening))
  const places = arrangement.ids.flatMap((id) => {
    const rect = rectOf(arrangement, id)!
    const [left, top] = [rect.x * zoom + x, rect.y * zoom + y]
    const [width, height] = [rect.width * zoom, rect.height * zoom]
    const isSeen = left < space.width && top < space.height && left + width > 0 && top + height > 0
    return isSeen ? [{ id, style: { left, top, width, height } }] : []
  })
  return (
    <div className="graph-places" role="status" aria-label="Loading workflow">
      {places.map(({ id, style }) => (
        <span key={id} style={style} />
      ))}
    </div>
  )
}
