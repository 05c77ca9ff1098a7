import type { Arrangement } from './arrange.ts'
import { NODE_HEIGHT, NODE_WIDTH, type Direction, type Point } from './layout.ts'
import type { TaskFlowEdge } from './task-edge.tsx'
import { handlePositions, type TaskFlowNode } from './task-node.tsx'

/** From this number of tasks on only the visible ones are drawn, and the view starts at the beginning. */
export const MANY_NODES = 300

const size = { width: NODE_WIDTH, height: NODE_HEIGHT }

// Sizes and handles are given, so that edges are drawn at the first paint without measuring.
const handles = {
  right: [
    { type: 'target', position: handlePositions.right.target, x: 0, y: NODE_HEIGHT / 2 },
    { type: 'source', position: handlePositions.right.source, x: NODE_WIDTH, y: NODE_HEIGHT / 2 },
  ],
  down: [
    { type: 'target', position: handlePositions.down.target, x: NODE_WIDTH / 2, y: 0 },
    { type: 'source', position: handlePositions.down.source, x: NODE_WIDTH / 2, y: NODE_HEIGHT },
  ],
} satisfies Record<Direction, TaskFlowNode['handles']>

// A screen reader would read the canvas' own description before each task's name.
const quiet = { 'aria-roledescription': undefined }
const hidden = { 'aria-hidden': true } as const

function taskNode(id: string, position: Point, direction: Direction): TaskFlowNode {
  return {
    id,
    type: 'task',
    position,
    data: { direction },
    ...size,
    measured: size,
    handles: handles[direction],
    domAttributes: quiet,
  }
}

/**
 * The nodes and edges for React Flow. Depends only on the shape of the workflow, never on the state of its
 * tasks.
 */
export function flowElements(arrangement: Arrangement) {
  const { ids, nodes, edges, bends, direction, errorFrame: errorFrame } = arrangement
  const frame = errorFrame && {
    id: 'on failure',
    type: 'errorFrame' as const,
    position: { x: errorFrame.x, y: errorFrame.y },
    data: {},
    width: errorFrame.width,
    height: errorFrame.height,
    measured: { width: errorFrame.width, height: errorFrame.height },
    zIndex: -1,
    domAttributes: quiet,
  }
  const taskNodes = ids.map((id) => taskNode(id, nodes.get(id)!, direction))
  const taskEdges = edges.map(({ id, source, target }): TaskFlowEdge => ({
    id,
    source,
    target,
    type: 'task',
    data: { bends: bends.get(id) ?? [], direction },
    domAttributes: hidden,
  }))
  return { nodes: frame ? [frame, ...taskNodes] : taskNodes, edges: taskEdges }
}
