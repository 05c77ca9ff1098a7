import type { WorkflowEdge } from '#shared/domains/tasks/order.ts'
import { longestPaths } from './layers.ts'
import { type LayoutPlan, rowWidth, sizesOf, layerSums } from './direction.ts'
import { MIN_ZOOM, NODE_WIDTHS, type Size } from '../sizes.ts'

/** Pixels across that an edge takes where it passes a layer, with the gap beside it. */
const PASS = 20

/**
 * A plan for a canvas that would cut the neighbours of a task: top down, with nodes that are as narrow as their layer
 * needs, and with no layer beside the broadest one. Only names and notes in two lines make that readable.
 */
export function slimPlan(
  ids: readonly string[],
  edges: readonly WorkflowEdge[],
  groups: ReadonlyMap<string, Size>,
  width: number,
): LayoutPlan {
  const layerOf = longestPaths(ids, edges)
  const layers = layerSums(layerOf, groups)
  const passing = layers.map(() => 0)
  for (const { source, target } of edges)
    for (let layer = (layerOf.get(source) ?? Infinity) + 1; layer < (layerOf.get(target) ?? 0); layer++)
      passing[layer]! += 1
  const widths = layers.map((layer, index) =>
    rowWidth(layer, width / MIN_ZOOM - passing[index]! * PASS, NODE_WIDTHS.slim),
  )
  const widthOf = (id: string) => widths[layerOf.get(id) ?? -1] ?? NODE_WIDTHS.wide
  return { direction: 'down', sizeOf: sizesOf(groups, widthOf), layerOf, contained: true }
}
