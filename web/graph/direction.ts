import type { WorkflowEdge } from '#shared/domains/tasks/order.ts'
import { longestPaths } from './layers.ts'
import type { Direction } from './layout.ts'
import { MIN_ZOOM, NODE_HEIGHT, NODE_WIDTHS, type Size } from './sizes.ts'

/** Pixels around a workflow that is seen as a whole. */
export const MARGIN = 16

/** Pixels between layers and between neighbours that an estimate counts with. */
const GAP = { along: 44, across: 12 } as const

/** A way to lay out a workflow: its direction, and the size of each node. */
export interface LayoutPlan {
  direction: Direction
  sizeOf(id: string): Size
}

/**
 * The plan whose text is not shrunk: left to right with enough room, else with narrow nodes, else top down;
 * the same once more at the smallest zoom. When none fits, the one whose layers fit in one dimension, so that
 * it is panned in the other one only.
 */
export function choosePlan(
  ids: readonly string[],
  edges: readonly WorkflowEdge[],
  groups: ReadonlyMap<string, Size>,
  space: Size,
): LayoutPlan {
  const layers = layersOf(ids, edges)
  const plans = [
    planOf('right', groups, () => NODE_WIDTHS.wide),
    planOf('right', groups, columnWidth(layers, groups, space.width)),
    planOf('down', groups, rowWidths(layers, groups, space.width)),
  ]
  const extents = plans.map((plan) => extentOf(layers, plan))
  for (const zoom of [1, MIN_ZOOM]) {
    const found = plans.findIndex((_, index) => fits(extents[index]!, space, zoom))
    if (found >= 0) return plans[found]!
  }
  const [wide, narrow, down] = [0, 1, 2]
  const room = space.width / MIN_ZOOM - 2 * MARGIN
  if (extents[down]!.width <= room) return plans[down]!
  if (extents[wide]!.width <= room) return plans[wide]!
  if (extents[narrow]!.width <= room) return plans[narrow]!
  return space.width < NARROW ? plans[down]! : plans[wide]!
}

/** In a narrower space two nodes side by side do not fit. */
const NARROW = 560

function planOf(
  direction: Direction,
  groups: ReadonlyMap<string, Size>,
  widthOf: (id: string) => number,
): LayoutPlan {
  const sizes = new Map<number, Size>()
  const sized = (width: number) => {
    const size = sizes.get(width) ?? { width, height: NODE_HEIGHT }
    sizes.set(width, size)
    return size
  }
  return { direction, sizeOf: (id) => groups.get(id) ?? sized(widthOf(id)) }
}

/** All columns are as wide as fits. */
function columnWidth(layers: readonly string[][], groups: ReadonlyMap<string, Size>, width: number) {
  const ofGroups = layers.map((layer) => Math.max(0, ...layer.map((id) => groups.get(id)?.width ?? 0)))
  const fixed = ofGroups.reduce((sum, each) => sum + each + GAP.along, -GAP.along)
  const free = ofGroups.filter((each) => each === 0).length
  const fitted = inBounds((width - 2 * MARGIN - fixed) / Math.max(1, free))
  return () => fitted
}

/** The nodes of each layer are as wide as fits, at the smallest zoom if need be. */
function rowWidths(layers: readonly string[][], groups: ReadonlyMap<string, Size>, width: number) {
  const widths = new Map<string, number>()
  for (const layer of layers) {
    const free = layer.filter((id) => !groups.has(id))
    const ofGroups = layer.reduce((sum, id) => sum + (groups.get(id)?.width ?? 0), 0)
    const fixed = ofGroups + (layer.length - 1) * GAP.across
    const fitted = inBounds((width - 2 * MARGIN - fixed) / Math.max(1, free.length))
    for (const id of free) widths.set(id, fitted)
  }
  return (id: string) => widths.get(id) ?? NODE_WIDTHS.wide
}

const inBounds = (width: number) =>
  Math.floor(Math.min(NODE_WIDTHS.wide, Math.max(NODE_WIDTHS.narrow, width)))

/** Edges of other nodes, such as those that run on failure, do not count. */
function layersOf(ids: readonly string[], edges: readonly WorkflowEdge[]): string[][] {
  const known = new Set(ids)
  const own = edges.filter(({ source, target }) => known.has(source) && known.has(target))
  const layers: string[][] = []
  for (const [id, layer] of longestPaths(ids, own)) {
    while (layers.length <= layer) layers.push([])
    layers[layer]!.push(id)
  }
  return layers
}

/** The size that a layout will have at least. */
function extentOf(layers: readonly string[][], { direction, sizeOf }: LayoutPlan): Size {
  const right = direction === 'right'
  let [along, across] = [0, 0]
  for (const layer of layers) {
    let [longest, sum] = [0, -GAP.across]
    for (const id of layer) {
      const size = sizeOf(id)
      longest = Math.max(longest, right ? size.width : size.height)
      sum += (right ? size.height : size.width) + GAP.across
    }
    along += longest + GAP.along
    across = Math.max(across, sum)
  }
  along -= GAP.along
  return right ? { width: along, height: across } : { width: across, height: along }
}

function fits(extent: Size, space: Size, zoom: number): boolean {
  return (
    (extent.width + 2 * MARGIN) * zoom <= space.width && (extent.height + 2 * MARGIN) * zoom <= space.height
  )
}
