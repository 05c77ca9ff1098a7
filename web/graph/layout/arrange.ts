import type { WorkflowEdge } from '#shared/domains/tasks/order.ts'
import { layoutLayers, type Layout, type LayoutOptions, type Point, type Rect } from './layout.ts'
import type { Size } from '../sizes.ts'

/** The layout of a workflow: the regular tasks, and separately the tasks that run when it fails. */
export interface Arrangement extends Layout, LayoutOptions {
  ids: readonly string[]
  edges: readonly WorkflowEdge[]
  /** The frame around the tasks that run on failure; null when there are none. */
  errorFrame: Rect | null
}

/**
 * Pixels between the regular tasks and the frame, and inside the frame around its tasks (more at the top, for
 * its title).
 */
const APART = 24
const PADDING = 12
const TITLE = 30

/** With more nodes the frame is placed below without a search for a free corner. */
const SEARCHED = 300

/** Lays out the tasks in the given order. Tasks that run on failure are in a separate frame. */
export function arrange(
  ids: readonly string[],
  edges: readonly WorkflowEdge[],
  onError: ReadonlySet<string>,
  options: LayoutOptions,
): Arrangement {
  const regular = onError.size === 0 ? ids : ids.filter((id) => !onError.has(id))
  const main = layoutLayers(regular, edges, options)
  const { layerOf: _, ...rest } = options
  const whole = { ids, edges, ...rest }
  if (onError.size === 0) return { ...main, ...whole, errorFrame: null }

  const error = layoutLayers(
    ids.filter((id) => onError.has(id)),
    edges,
    rest,
  )
  const size = { width: error.width + 2 * PADDING, height: error.height + TITLE + PADDING }
  const corner = regular.length <= SEARCHED ? freeCorner(main, edges, options, size) : null
  const below = { x: 0, y: regular.length > 0 ? main.height + APART : 0 }
  const box = { ...(corner ?? below), ...size }
  return { ...joined(main, moved(error, box.x + PADDING, box.y + TITLE), box), ...whole, errorFrame: box }
}

/** The first corner of the layout in which a box of that size touches neither nodes nor edges; null for none. */
function freeCorner(main: Layout, edges: readonly WorkflowEdge[], options: LayoutOptions, size: Size) {
  const taken = [
    ...[...main.nodes].map(([id, point]) => ({ ...point, ...options.sizeOf(id) })),
    ...edges.flatMap((edge) => segmentsOf(main.routeOf(edge))),
  ]
  const [right, bottom] = [main.width - size.width, main.height - size.height]
  const corners = [
    { x: 0, y: 0 },
    { x: right, y: 0 },
    { x: 0, y: bottom },
    { x: right, y: bottom },
  ]
  const isFree = (corner: Point) => {
    const box = { ...corner, ...size }
    return corner.x >= 0 && corner.y >= 0 && taken.every((each) => !touches(box, each))
  }
  return corners.find(isFree) ?? null
}

function segmentsOf(route: readonly Point[]): Rect[] {
  return route.slice(1).map((to, index) => {
    const from = route[index]!
    return {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(from.x - to.x),
      height: Math.abs(from.y - to.y),
    }
  })
}

function touches(a: Rect, b: Rect): boolean {
  return (
    a.x < b.x + b.width + APART &&
    b.x < a.x + a.width + APART &&
    a.y < b.y + b.height + APART &&
    b.y < a.y + a.height + APART
  )
}

function moved(layout: Layout, byX: number, byY: number): Layout {
  const move = ({ x, y }: Point) => ({ x: x + byX, y: y + byY })
  return {
    ...layout,
    nodes: new Map([...layout.nodes].map(([id, point]) => [id, move(point)])),
    routeOf: (link) => layout.routeOf(link).map(move),
    boxOf: (link) => {
      const box = layout.boxOf(link)
      return box && { ...box, ...move(box) }
    },
  }
}

function joined(main: Layout, error: Layout, box: Rect): Layout {
  return {
    nodes: new Map([...main.nodes, ...error.nodes]),
    // No link leads from one to the other.
    routeOf: (link) => (error.nodes.has(link.source) ? error : main).routeOf(link),
    boxOf: (link) => (error.nodes.has(link.source) ? error : main).boxOf(link),
    width: Math.max(main.width, box.x + box.width),
    height: Math.max(main.height, box.y + box.height),
  }
}
