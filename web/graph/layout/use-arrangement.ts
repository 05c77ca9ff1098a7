import { useMemo } from 'react'
import { foldGraph, type Fold, type FoldedGraph } from '../fold.ts'
import type { HeatMember } from '../heat.ts'
import { arrange, type Arrangement } from './arrange.ts'
import { choosePlan, type Wrap } from './direction.ts'
import type { NodeTask } from '../node-store.ts'
import { groupSize, MIN_ZOOM, perRowIn, type Size } from '../sizes.ts'
import { slimPlan } from './slim.ts'
import { useShape } from './use-shape.ts'

/** What a canvas draws of a workflow. */
interface Workflow {
  /** In the order of the workflow. */
  tasks: readonly NodeTask[]
  errorTasks: readonly string[]
  folds: readonly Fold[]
  /** Further folds, used only where the workflow is wider than the canvas without them. */
  joined: readonly Fold[]
  /** The runs that a task has started, by its id. */
  children: ReadonlyMap<string, readonly HeatMember[]>
  wrap: Wrap | undefined
}

interface Drawn {
  graph: FoldedGraph
  arrangement: Arrangement
}

/**
 * The layout of a workflow in a canvas of that size in pixels, computed again only for another shape, not for live
 * changes of status; null without a width.
 */
export function useArrangement(
  { tasks, errorTasks, folds, joined, children, wrap }: Workflow,
  { width, height }: Size,
): Drawn | null {
  const shape = useShape(tasks)
  const errors = errorTasks.join('\n')
  const started = [...children].map(([id, runs]) => `${id} ${runs.length}`).join('\n')
  return useMemo(() => {
    if (width <= 0) return null
    const perRow = perRowIn(width)
    const draw = (own: readonly Fold[], wrapping?: Wrap | 'slim'): Drawn => {
      const graph = foldGraph(shape, errorTasks, own)
      const groups = new Map<string, Size>([
        ...[...children].map(([id, runs]) => [id, groupSize(runs.length, perRow)] as const),
        ...folds.map(({ id, taskIds }) => [id, groupSize(taskIds.length, perRow)] as const),
      ])
      const regular = graph.onError.size === 0 ? graph.ids : graph.ids.filter((id) => !graph.onError.has(id))
      const plan =
        wrapping === 'slim'
          ? slimPlan(regular, graph.edges, groups, width)
          : choosePlan(regular, graph.edges, groups, { width, height }, wrapping)
      return { graph, arrangement: arrange(graph.ids, graph.edges, graph.onError, plan) }
    }
    const isWider = ({ arrangement }: Drawn) => arrangement.width * MIN_ZOOM > width
    const whole = draw(folds)
    if (!isWider(whole)) return whole
    const narrowed = joined.length > 0 ? draw([...folds, ...joined]) : whole
    if (!isWider(narrowed)) return narrowed
    if (wrap) return draw(folds, wrap)
    const slim = draw([...folds, ...joined], 'slim')
    if (!isWider(slim)) return slim
    return narrowed.arrangement.width < whole.arrangement.width ? narrowed : whole
    // oxlint-disable-next-line react/exhaustive-deps -- errorTasks by their ids, children by their number
  }, [shape, errors, folds, joined, started, width, height, wrap])
}
