import type { Node } from 'reactflow'
import type { Arrangement } from './layout/arrange.ts'
import type { FoldedGraph } from './fold.ts'
import type { Rect } from './layout/layout.ts'
import { rectOf } from './opening.ts'
import { indexAreas } from './view/shown-areas.ts'
import { NODE_HEIGHTS, type Size } from './sizes.ts'

export type TaskFlowNode = Node<Record<string, never>, 'task' | 'map'>
export type FoldFlowNode = Node<Record<string, never>, 'fold' | 'join'>

/** From this number of nodes on only those near the visible part are drawn. */
export const MANY_NODES = 150

// A screen reader would read the canvas' own description before each task's name.
const quiet = { 'aria-roledescription': undefined }
const noData = {}
// React Flow draws every node whose handles it does not know, visible or not.
const noHandles: NonNullable<Node['handles']> = []

/**
 * The nodes for React Flow in an area (null: all of them), of given sizes, so that nothing is measured before the first
 * paint. Only these are known to React Flow: its work for each frame grows with its nodes. A node keeps its identity,
 * and depends only on the shape of the workflow, never on the state of its tasks. Edges are not among its elements: each
 * of them would follow every movement of the canvas.
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
  const typeOf = (id: string, { height }: Size) => {
    const fold = folds.get(id)
    if (fold) return fold.joined ? 'join' : 'fold'
    return height > NODE_HEIGHTS.slim ? 'map' : 'task'
  }
  const made = new Map<string, FlowNode>()
  const nodeOf = (id: string): FlowNode => {
    const known = made.get(id)
    if (known) return known
    const size = sizeOf(id)
    const node: FlowNode = {
      id,
      type: typeOf(id, size),
      position: nodes.get(id)!,
      data: noData,
      ...sized(size),
      handles: noHandles,
      domAttributes: quiet,
    }
    made.set(id, node)
    return node
  }
  const search = indexAreas(ids, (id) => rectOf(arrangement, id))
  return (area: Rect | null): FlowNode[] => {
    const shown = (area ? search(area) : ids).map(nodeOf)
    return frame ? [frame, ...shown] : shown
  }
}

type FlowNode = Node<Record<string, never>, 'task' | 'map' | 'fold' | 'join' | 'errorFrame'>

function sized({ width, height }: Size) {
  const size = { width, height }
  return { ...size, measured: size }
}
