import { memo } from 'react'
import type { Edge, EdgeProps } from 'reactflow'
import { isDashedEdge } from '#shared/domains/tasks/order.ts'
import { edgePath } from './edge-path.ts'
import { useGraphTask } from './node-store.ts'
import type { Direction, Point } from './layout.ts'

export type TaskFlowEdge = Edge<{ bends: readonly Point[]; direction: Direction }, 'task'>

/** One arrow: dashed while either end is skipped or not started, in the accent of work where work arrives. */
export const TaskEdge = memo(function TaskEdge(props: EdgeProps<TaskFlowEdge>) {
  const source = useGraphTask(props.source)?.status ?? 'notstarted'
  const target = useGraphTask(props.target)?.status ?? 'notstarted'
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
