import type { Arrangement } from './layout/arrange.ts'
import { MARGIN } from './layout/direction.ts'
import type { FoldedGraph } from './fold.ts'
import type { Rect } from './layout/layout.ts'
import { MIN_ZOOM, type Size } from './sizes.ts'

/** A transform of the canvas. */
export interface View {
  x: number
  y: number
  zoom: number
}

/** A narrower canvas has its controls and its map below it, and the focus near its top. */
export const PHONE_SPACE = 480

/** The zoom at which that length fits with its margins; at most 1, and never below the smallest one. */
const fittingZoom = (length: number, room: number): number =>
  Math.min(1, Math.max(MIN_ZOOM, (room - 2 * MARGIN) / length))

/** Whether all of the content is inside the space at that zoom. */
export function fitsAt(content: Size, space: Size, zoom: number): boolean {
  // A pixel of tolerance: sizes are rounded.
  return content.width * zoom <= space.width + 1 && content.height * zoom <= space.height + 1
}

/**
 * The view that shows everything when it fits, else the whole width, so that the graph is only panned up and down, at 1 where
 * that does not fit either; the focus is in the middle, without a focus the start.
 */
export function openingView(content: Arrangement, space: Size, focus: Rect | null): View {
  const across = fittingZoom(content.width, space.width)
  const whole = Math.min(across, fittingZoom(content.height, space.height))
  const zoom = fitsAt(content, space, whole)
    ? whole
    : fitsAt({ width: content.width, height: 0 }, space, across)
      ? across
      : 1
  return viewOn(content, space, focus, zoom)
}

/** The view in which a graph opens. */
export function firstView(
  { arrangement, graph, space }: { arrangement: Arrangement; graph: FoldedGraph; space: Size },
  focus: string | null,
): View {
  const node = focus === null ? undefined : graph.nodeOf.get(focus)
  return openingView(arrangement, space, node === undefined ? null : rectOf(arrangement, node))
}

/** How far from the top the focus is on a phone, whose lower part the sheet of a task covers. */
const PHONE_FOCUS = 0.14

/**
 * The view with the focus in the middle, on a phone near the top, but without empty space beside the content. Of a focus that
 * is larger than the space its start is shown.
 */
export function viewOn(content: Arrangement, space: Size, focus: Rect | null, zoom: number): View {
  const isPhone = space.width < PHONE_SPACE
  const axis = (length: number, room: number, [begin, extent]: [number, number], at = 0.5) => {
    const rest = room - length * zoom
    if (rest >= 0) return rest / 2
    const margin = Math.min(MARGIN, room / 4)
    const middle = room * at - (begin + extent / 2) * zoom
    return Math.min(margin, Math.max(rest - margin, margin - begin * zoom, middle))
  }
  const start = focus ?? startOf(content)
  const y = axis(content.height, space.height, [start.y, start.height], isPhone ? PHONE_FOCUS : 0.5)
  return {
    x: Math.round(axis(content.width, space.width, [start.x, start.width])),
    y: Math.round(isPhone ? Math.min(y, MARGIN) : y),
    zoom,
  }
}

/** The first node. */
function startOf({ ids, nodes, sizeOf }: Arrangement): Rect {
  const [first = ''] = ids
  return rectOf({ nodes, sizeOf }, first) ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** The area of a node; null for an unknown one. */
export function rectOf({ nodes, sizeOf }: Pick<Arrangement, 'nodes' | 'sizeOf'>, id: string): Rect | null {
  const corner = nodes.get(id)
  return corner ? { ...corner, ...sizeOf(id) } : null
}

/** Whether a view shows the whole area. */
export function isInView(rect: Rect, space: Size, { x, y, zoom }: View): boolean {
  const [left, top] = [rect.x * zoom + x, rect.y * zoom + y]
  return (
    left >= 0 &&
    top >= 0 &&
    left + rect.width * zoom <= space.width &&
    top + rect.height * zoom <= space.height
  )
}
