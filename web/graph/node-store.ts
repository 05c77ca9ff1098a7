import type { LinkedTask } from '#shared/domains/tasks/order.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import type { HeatMember } from './heat.ts'

/** The data of a task that the graph shows. */
export interface NodeTask extends LinkedTask {
  type: string
  alias: string
  /** Empty in a plan, where no task runs. */
  status: string
  reason?: string | null
  started: string | null
  ended: string | null
  attempt: number | null
}

/** Why a task is in its state. */
export interface NodeCause {
  code: string
  /** For narrow places. */
  short: string
}

/** What the graph shows at a moment. */
export interface GraphState {
  tasks: readonly NodeTask[]
  selected: string | null
  /** Tasks of another status are quieter; null: none is. */
  status: string | null
  /** By the id of the task. */
  causes: ReadonlyMap<string, NodeCause>
  /** The runs that a task has started, by its id. */
  children: ReadonlyMap<string, readonly HeatMember[]>
}

/**
 * The current state. Each node and edge subscribes to its own task, so that a live change renders only what
 * it affects, whatever the size of the workflow.
 */
export interface NodeStore {
  task(id: string): NodeTask | undefined
  /** By id; another map after every change of a task. */
  tasks(): ReadonlyMap<string, NodeTask>
  cause(id: string): NodeCause | undefined
  children(id: string): readonly HeatMember[] | undefined
  /** The tasks of these ids; the same list while none of them has changed. */
  members(ids: readonly string[]): readonly NodeTask[]
  selected(): string | null
  isQuiet(id: string): boolean
  subscribe(id: string, listener: () => void): () => void
  /** For every change. */
  subscribeAll(listener: () => void): () => void
  /** Replaces the state and notifies the listeners of what has changed. */
  update(next: GraphState): void
}

const byId = (tasks: readonly NodeTask[]) => new Map(tasks.map((task) => [task.id, task]))

export function createNodeStore(initial: GraphState): NodeStore {
  let state = initial
  let tasks = byId(initial.tasks)
  const listeners = new Map<string, Set<() => void>>()
  const general = new Set<() => void>()
  const lists = new WeakMap<readonly string[], readonly NodeTask[]>()
  const isQuiet = (id: string) => {
    const task = tasks.get(id)
    return state.status !== null && (task && markOfTask(task)) !== state.status
  }

  return {
    task: (id) => tasks.get(id),
    tasks: () => tasks,
    cause: (id) => state.causes.get(id),
    children: (id) => state.children.get(id),
    members(ids) {
      const known = lists.get(ids)
      const next = ids.flatMap((id) => tasks.get(id) ?? [])
      const isSame = known?.length === next.length && known.every((task, index) => task === next[index])
      if (isSame) return known
      lists.set(ids, next)
      return next
    },
    selected: () => state.selected,
    isQuiet,
    subscribe(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(id)
      }
    },
    subscribeAll(listener) {
      general.add(listener)
      return () => void general.delete(listener)
    },
    update(next) {
      if (isSameState(state, next)) return
      const [before, tasksBefore] = [state, tasks]
      state = next
      if (next.tasks !== before.tasks) tasks = byId(next.tasks)
      for (const [id, own] of listeners) {
        const marked = (id === before.selected) !== (id === next.selected)
        const changed =
          marked ||
          before.status !== next.status ||
          tasksBefore.get(id) !== tasks.get(id) ||
          before.children.get(id) !== next.children.get(id) ||
          !isSameCause(before.causes.get(id), next.causes.get(id))
        if (changed) for (const listener of own) listener()
      }
      for (const listener of general) listener()
    },
  }
}

function isSameState(a: GraphState, b: GraphState): boolean {
  return (
    a.tasks === b.tasks &&
    a.selected === b.selected &&
    a.status === b.status &&
    a.causes === b.causes &&
    a.children === b.children
  )
}

function isSameCause(a: NodeCause | undefined, b: NodeCause | undefined): boolean {
  return a === b || (a?.code === b?.code && a?.short === b?.short)
}
