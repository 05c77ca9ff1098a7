import { errorTaskIds, taskEdges, type LinkedTask, type WorkflowEdge } from '#shared/domains/tasks/order.ts'
import { layoutLayers, type Direction, type Layout } from './layout.ts'

interface Rect {
  x: number
  y: number
  width: number
  height: number
}

/** The layout of a workflow: the regular tasks, and separately the tasks that run when it fails. */
export interface Arrangement extends Layout {
  ids: string[]
  edges: WorkflowEdge[]
  direction: Direction
  /** The frame around the tasks that run on failure; null when there are none. */
  errorFrame: Rect | null
}

/**
 * Pixels between the regular tasks and the frame, and inside the frame around its tasks (more at the top, for
 * its title).
 */
const APART = 28
const PADDING = 14
const TITLE = 26

/** Lays out the tasks in the given order. Error tasks are in a separate frame, below the others. */
export function arrange(
  tasks: readonly LinkedTask[],
  errorTasks: readonly string[],
  direction: Direction,
): Arrangement {
  const edges = taskEdges(tasks)
  const apart = errorTaskIds(tasks, errorTasks)
  const idsOf = (onError: boolean) => tasks.filter(({ id }) => apart.has(id) === onError).map(({ id }) => id)
  const main = layoutLayers(idsOf(false), edges, direction)
  const whole = { ids: tasks.map(({ id }) => id), edges, direction }
  if (apart.size === 0) return { ...main, ...whole, errorFrame: null }

  const error = layoutLayers(idsOf(true), edges, direction)
  const box = {
    x: 0,
    y: main.nodes.size > 0 ? main.height + APART : 0,
    width: error.width + 2 * PADDING,
    height: error.height + TITLE + PADDING,
  }
  return { ...joined(main, moved(error, box.x + PADDING, box.y + TITLE), box), ...whole, errorFrame: box }
}

function moved(layout: Layout, byX: number, byY: number): Layout {
  const move = ({ x, y }: { x: number; y: number }) => ({ x: x + byX, y: y + byY })
  return {
    ...layout,
    nodes: new Map([...layout.nodes].map(([id, point]) => [id, move(point)])),
    bends: new Map([...layout.bends].map(([id, points]) => [id, points.map(move)])),
  }
}

function joined(main: Layout, error: Layout, box: Rect): Layout {
  return {
    nodes: new Map([...main.nodes, ...error.nodes]),
    bends: new Map([...main.bends, ...error.bends]),
    width: Math.max(main.width, box.x + box.width),
    height: Math.max(main.height, box.y + box.height),
  }
}
