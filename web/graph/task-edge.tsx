import { memo } from 'react'
import type { Edge, EdgeProps } from 'reactflow'
import { isDashedEdge } from '#shared/domains/tasks/order.ts'
import type { Direction, Point } from './layout.ts'
import { useNodeTask } from './node-store.ts'

export type TaskFlowEdge = Edge<{ bends: readonly Point[]; direction: Direction }, 'task'>

/**
 * One edge: dashed while either end is skipped or not started, in the accent colour while its target runs.
 */
export const TaskEdgeView = memo(function TaskEdge(props: EdgeProps<TaskFlowEdge>) {
  const source = useNodeTask(props.source)?.status ?? 'notstarted'
  const target = useNodeTask(props.target)?.status ?? 'notstarted'
  const path = edgePath(
    { x: props.sourceX, y: props.sourceY },
    props.data?.bends ?? [],
    { x: props.targetX, y: props.targetY },
    props.data?.direction ?? 'right',
  )
  return (
    <path
      className="react-flow__edge-path task-edge"
      data-dashed={isDashedEdge(source, target) || undefined}
      data-active={target === 'started' || undefined}
      d={path}
    />
  )
})

/**
 * The line of an edge as an SVG path. `bends` come in pairs, where it enters and leaves a layer: curved
 * between layers, straight inside one.
 */
function edgePath(source: Point, bends: readonly Point[], target: Point, direction: Direction): string {
  const points = [source, ...bends, target]
  let path = `M${source.x},${source.y}`
  for (let index = 1; index < points.length; index++) {
    const [from, to] = [points[index - 1]!, points[index]!]
    path += index % 2 === 0 ? `L${to.x},${to.y}` : swing(from, to, direction)
  }
  return path
}

function swing(from: Point, to: Point, direction: Direction): string {
  if (direction === 'right') {
    const middle = (from.x + to.x) / 2
    return `C${middle},${from.y} ${middle},${to.y} ${to.x},${to.y}`
  }
  const middle = (from.y + to.y) / 2
  return `C${from.x},${middle} ${to.x},${middle} ${to.x},${to.y}`
}
