import type { Node } from 'reactflow'
import type { Arrangement } from './arrange.ts'
import type { FoldedGraph } from './fold.ts'
import { NODE_HEIGHT, type Size } from './sizes.ts'

export type TaskFlowNode = Node<Record<string, never>, 'task' | 'map'>
export type FoldFlowNode = Node<Record<string, never>, 'fold'>

/** From this number of nodes on only the visible ones are drawn. */
export const MANY_NODES = 150

// A screen reader would read the canvas' own description before each task's name.
const quiet = { 'aria-roledescription': undefined }
const noData = {}
// React Flow draws every node whose handles it does not know, visible or not.
const noHandles: NonNullable<Node['handles']> = []

/**
 * The nodes for React Flow, of given sizes, so that nothing is measured before the first paint. Depends only on the
 * shape of the workflow, never on the state of its tasks. Edges are not among its elements: each of them would
 * follow every movement of the canvas.
 */
export function flowNodes(arrangement: Arrangement, { folds }: FoldedGraph) {
  const { ids, nodes, sizeOf, errorFrame } = arrangement
  const frame = errorFrame && {
    id: 'on failure',
    type: 'errorFrame' as const,
    position: { x: errorFrame.x, y: errorFrame.y },
    data: noData,
    ...sized(errorFrame),
    handles: noHandles,
    zIndex: -1,
    domAttributes: quiet,
  }
  const typeOf = (id: string, { height }: Size) =>
    folds.has(id) ? 'fold' : height === NODE_HEIGHT ? 'task' : 'map'
  const taskNodes = ids.map((id) => {
    const size = sizeOf(id)
    const position = nodes.get(id)!
    return {
      id,
      type: typeOf(id, size),
      position,
      data: noData,
      ...sized(size),
      handles: noHandles,
      domAttributes: quiet,
    }
  })
  return frame ? [frame, ...taskNodes] : taskNodes
}

function sized({ width, height }: Size) {
  const size = { width, height }
  return { ...size, measured: size }
}
