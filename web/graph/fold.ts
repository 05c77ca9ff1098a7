import { errorTaskIds, taskEdges, type LinkedTask, type WorkflowEdge } from '#shared/domains/tasks/order.ts'

/** Tasks that one node stands for. */
export interface Fold {
  /** The id of the node. */
  id: string
  name: string
  /** In the order of the workflow. */
  taskIds: readonly string[]
  /** Neighbours of one state, drawn in the size of a task and without a square for each. */
  joined?: boolean
}

/** The nodes and edges of a workflow after folding. */
export interface FoldedGraph {
  /** In the order of the workflow; a fold stands at its first task. */
  ids: readonly string[]
  edges: readonly WorkflowEdge[]
  /** Nodes that run only on failure. */
  onError: ReadonlySet<string>
  folds: ReadonlyMap<string, Fold>
  /** The node of each task. */
  nodeOf: ReadonlyMap<string, string>
}

/** Replaces the tasks of each fold by one node; edges of its tasks become edges of the node, each once. */
export function foldGraph(
  tasks: readonly LinkedTask[],
  errorTasks: readonly string[],
  folds: readonly Fold[],
): FoldedGraph {
  const nodeOf = new Map<string, string>()
  for (const { id } of tasks) nodeOf.set(id, id)
  for (const fold of folds) for (const id of fold.taskIds) nodeOf.set(id, fold.id)
  const edges = taskEdges(tasks)
  const onError = errorTaskIds(tasks, errorTasks)
  return {
    ids: folds.length === 0 ? [...nodeOf.keys()] : [...new Set(nodeOf.values())],
    edges: folds.length === 0 ? edges : foldEdges(edges, nodeOf),
    onError: new Set([...onError].map((id) => nodeOf.get(id)!)),
    folds: new Map(folds.map((fold) => [fold.id, fold])),
    nodeOf,
  }
}

function foldEdges(edges: readonly WorkflowEdge[], nodeOf: ReadonlyMap<string, string>): WorkflowEdge[] {
  const folded = new Map<string, WorkflowEdge>()
  for (const edge of edges) {
    const [source, target] = [nodeOf.get(edge.source)!, nodeOf.get(edge.target)!]
    const id = `${source}>${target}`
    if (source !== target && !folded.has(id)) folded.set(id, { id, source, target })
  }
  return [...folded.values()]
}
