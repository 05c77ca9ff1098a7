import { memo, useCallback, useMemo, useSyncExternalStore } from 'react'
import { isDashedEdge, type WorkflowEdge } from '#shared/domains/tasks/order.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import type { Arrangement } from './layout/arrange.ts'
import { useGraphContext } from './graph-context.ts'
import { worstStatus } from './heat.ts'
import type { Direction, Point } from './layout/layout.ts'

/** The status of a node: of its task, or the worst of its tasks. */
function useNodeStatus(id: string): string {
  const { store, folds } = useGraphContext()
  const fold = folds.get(id)
  const subscribe = useCallback(
    (listener: () => void) => (fold ? store.subscribeAll(listener) : store.subscribe(id, listener)),
    [store, id, fold],
  )
  return useSyncExternalStore(subscribe, () =>
    fold
      ? worstStatus(store.members(fold.taskIds).map(markOfTask))
      : (store.task(id)?.status ?? 'notstarted'),
  )
}

/**
 * One edge: dashed while either end is skipped or not started, in the colour of a failed end, in that of a
 * running target.
 */
export const TaskEdge = memo(function TaskEdge({
  edge,
  arrangement,
}: {
  edge: WorkflowEdge
  arrangement: Arrangement
}) {
  const { source, target } = edge
  const path = useMemo(() => edgePath(arrangement.routeOf(edge), arrangement.direction), [arrangement, edge])
  const [from, to] = [useNodeStatus(source), useNodeStatus(target)]
  const { folds } = useGraphContext()
  // A fan-out has tasks of several states: its edges have the colour of none.
  const isFanOut = (id: string) => folds.get(id)?.joined === undefined && folds.has(id)
  const ofOne = !isFanOut(source) && !isFanOut(target)
  const failed = ofOne && (to === 'failed' || (from === 'failed' && to === 'notstarted'))
  return (
    <path
      className="react-flow__edge-path task-edge"
      data-dashed={isDashedEdge(from, to) || undefined}
      data-active={(ofOne && to === 'started') || undefined}
      data-failed={failed || undefined}
      d={path}
    />
  )
})

/** The route of an edge as an SVG path: straight beside the nodes of a layer, curved between layers. */
export function edgePath([start, ...points]: readonly Point[], direction: Direction): string {
  if (!start) return ''
  let [path, from] = [`M${start.x},${start.y}`, start]
  points.forEach((to, index) => {
    const isStraight = index % 2 === 0
    if (!isStraight) path += swing(from, to, direction)
    else if (to.x !== from.x || to.y !== from.y) path += `L${to.x},${to.y}`
    from = to
  })
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
