import type { WorkflowEdge } from '#shared/domains/tasks/order.ts'
import { longestPaths } from './layers.ts'
import type { Direction } from './layout.ts'
import { isSlim, MIN_ZOOM, NODE_HEIGHTS, NODE_WIDTHS, type Size } from '../sizes.ts'

/** Pixels around a workflow that is seen as a whole. */
export const MARGIN = 16

/** Pixels between layers and between neighbours that an estimate counts with. */
export const GAP = { along: 44, across: 12 } as const

/** The layers of a workflow in rows that a width holds; null where they would be too many. */
export type Wrap = (
  layerOf: ReadonlyMap<string, number>,
  groups: ReadonlyMap<string, Size>,
  width: number,
) => ReadonlyMap<string, number> | null

/** Pixels that the edges past a row take beside its nodes. */
const PAST = 80

/** A way to lay out a workflow: its direction, and the size of each node. */
export interface LayoutPlan {
  direction: Direction
  sizeOf(id: string): Size
  layerOf: ReadonlyMap<string, number>
  spread?: boolean
  contained?: boolean
}

/**
 * The plan whose text is not shrunk: left to right with enough room, else with narrow nodes, else top down;
 * the same once more at the smallest zoom. When none fits, the one whose layers fit in one dimension, or nearly, so
 * that it is panned in the other one only. With `wrap` it then goes down in rows that are no wider than the space.
 */
export function choosePlan(
  ids: readonly string[],
  edges: readonly WorkflowEdge[],
  groups: ReadonlyMap<string, Size>,
  space: Size,
  wrap?: Wrap,
): LayoutPlan {
  // Edges of other nodes, such as those that run on failure, do not count.
  const layerOf = longestPaths(ids, edges)
  const layers = layerSums(layerOf, groups)
  const fitted = columnWidth(layers, space.width)
  const rows = layers.map((layer) => rowWidth(layer, space.width))
  const planOf = (direction: Direction, widthOf: (id: string) => number): LayoutPlan => ({
    direction,
    sizeOf: sizesOf(groups, widthOf),
    layerOf,
  })
  const wide = planOf('right', () => NODE_WIDTHS.wide)
  const narrow = planOf('right', () => fitted)
  const down = planOf('down', (id) => rows[layerOf.get(id) ?? -1] ?? NODE_WIDTHS.wide)
  const plans = [
    { plan: wide, extent: extentRight(layers, NODE_WIDTHS.wide) },
    { plan: narrow, extent: extentRight(layers, fitted) },
    { plan: down, extent: extentDown(layers, rows) },
  ]
  for (const zoom of [1, MIN_ZOOM]) {
    const found = plans.find(({ extent }) => fits(extent, space, zoom))
    if (found) return found.plan
  }
  const wrapped = wrap?.(layerOf, groups, space.width)
  if (wrapped) {
    const rowsOf = layerSums(wrapped, groups).map((row) => rowWidth(row, space.width - PAST))
    const widthOf = (id: string) => rowsOf[wrapped.get(id) ?? -1] ?? NODE_WIDTHS.wide
    return { direction: 'down', sizeOf: sizesOf(groups, widthOf), layerOf: wrapped, spread: true }
  }
  const room = space.width / MIN_ZOOM - 2 * MARGIN
  const found = [plans[2]!, plans[0]!, plans[1]!].find(({ extent }) => extent.width <= room)
  if (found) return found.plan
  const isNearlyDown = plans[2]!.extent.width <= room * NEARLY
  return space.width < NARROW || isNearlyDown ? down : wide
}

/** A workflow that goes down is hardly panned sideways when it is wider than its space by this factor at most. */
const NEARLY = 1.25

/** In a narrower space two nodes side by side do not fit. */
const NARROW = 560

/** The size of each node: its own, or that of a task with this width; nodes of one width share it. */
export function sizesOf(
  groups: ReadonlyMap<string, Size>,
  widthOf: (id: string) => number,
): (id: string) => Size {
  const sizes = new Map<number, Size>()
  const sized = (width: number) => {
    const size = sizes.get(width) ?? { width, height: NODE_HEIGHTS[isSlim(width) ? 'slim' : 'usual'] }
    sizes.set(width, size)
    return size
  }
  return (id) => groups.get(id) ?? sized(widthOf(id))
}

/** What the nodes of a layer take. */
interface LayerSum {
  /** Nodes without a size of their own. */
  free: number
  /** Those with one: their number, the sums and the largest of their sizes. */
  groups: number
  widths: number
  heights: number
  widest: number
  tallest: number
}

export function layerSums(
  layerOf: ReadonlyMap<string, number>,
  groups: ReadonlyMap<string, Size>,
): LayerSum[] {
  const sums: LayerSum[] = []
  for (const [id, layer] of layerOf) {
    while (sums.length <= layer)
      sums.push({ free: 0, groups: 0, widths: 0, heights: 0, widest: 0, tallest: 0 })
    const sum = sums[layer]!
    const size = groups.get(id)
    if (!size) {
      sum.free += 1
      continue
    }
    sum.groups += 1
    sum.widths += size.width
    sum.heights += size.height
    sum.widest = Math.max(sum.widest, size.width)
    sum.tallest = Math.max(sum.tallest, size.height)
  }
  return sums
}

const gapsIn = ({ free, groups }: LayerSum) => (free + groups - 1) * GAP.across

/** All columns are as wide as fits. */
function columnWidth(layers: readonly LayerSum[], width: number): number {
  const fixed = layers.reduce((sum, { widest }) => sum + widest + GAP.along, -GAP.along)
  const free = layers.filter(({ widest }) => widest === 0).length
  return inBounds((width - 2 * MARGIN - fixed) / Math.max(1, free))
}

/** The nodes of each layer are as wide as fits, at the smallest zoom if need be. */
export function rowWidth(layer: LayerSum, width: number, least: number = NODE_WIDTHS.narrow): number {
  return inBounds((width - 2 * MARGIN - layer.widths - gapsIn(layer)) / Math.max(1, layer.free), least)
}

const inBounds = (width: number, least: number = NODE_WIDTHS.narrow) =>
  Math.floor(Math.min(NODE_WIDTHS.wide, Math.max(least, width)))

/** The size that a layout to the right will have at least. */
function extentRight(layers: readonly LayerSum[], nodeWidth: number): Size {
  let [width, height] = [-GAP.along, 0]
  for (const layer of layers) {
    width += Math.max(layer.widest, layer.free > 0 ? nodeWidth : 0) + GAP.along
    height = Math.max(height, layer.heights + layer.free * NODE_HEIGHTS.usual + gapsIn(layer))
  }
  return { width, height }
}

/** The size that a layout downwards will have at least. */
function extentDown(layers: readonly LayerSum[], nodeWidths: readonly number[]): Size {
  let [width, height] = [0, -GAP.along]
  layers.forEach((layer, index) => {
    width = Math.max(width, layer.widths + layer.free * nodeWidths[index]! + gapsIn(layer))
    height += Math.max(layer.tallest, layer.free > 0 ? NODE_HEIGHTS.usual : 0) + GAP.along
  })
  return { width, height }
}

function fits(extent: Size, space: Size, zoom: number): boolean {
  return (
    (extent.width + 2 * MARGIN) * zoom <= space.width && (extent.height + 2 * MARGIN) * zoom <= space.height
  )
}
