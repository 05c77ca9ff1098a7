import { NODE_WIDTHS } from '../sizes.ts'
import { GAP, MARGIN, type Wrap } from './direction.ts'

/** Edges pass the rows of their layer: beside many of them they take more room than the nodes. */
const MOST_ROWS = 3

/** The layers, those with more nodes than fit side by side as several rows of about the same length. */
export const wrapLayers: Wrap = (layerOf, groups, width) => {
  const most = Math.max(1, Math.floor((width - 2 * MARGIN + GAP.across) / (NODE_WIDTHS.narrow + GAP.across)))
  const layers: string[][] = []
  for (const [id, layer] of layerOf) (layers[layer] ??= []).push(id)
  const wrapped = new Map<string, number>()
  let row = 0
  for (const nodes of layers) {
    const isFree = nodes.every((id) => !groups.has(id))
    if (isFree && nodes.length > most * MOST_ROWS) return null
    const length = isFree ? Math.ceil(nodes.length / Math.ceil(nodes.length / most)) : nodes.length
    nodes.forEach((id, index) => wrapped.set(id, row + Math.floor(index / length)))
    row += Math.ceil(nodes.length / length)
  }
  return wrapped
}
