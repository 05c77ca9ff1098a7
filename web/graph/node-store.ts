import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react'
import type { LinkedTask } from '#shared/domains/tasks/order.ts'

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

/**
 * The current tasks. Each node and edge subscribes to its own task, so that a live change renders only what
 * it affects, whatever the size of the workflow.
 */
export interface NodeStore {
  task(id: string): NodeTask | undefined
  isSelected(id: string): boolean
  subscribe(id: string, listener: () => void): () => void
  /** Replaces all tasks and notifies the listeners of those whose object has changed. */
  update(tasks: readonly NodeTask[], selected: string | null): void
}

export function createNodeStore(initial: readonly NodeTask[], initiallySelected: string | null): NodeStore {
  let tasks = new Map(initial.map((task) => [task.id, task]))
  let selected = initiallySelected
  const listeners = new Map<string, Set<() => void>>()
  const notify = (id: string) => listeners.get(id)?.forEach((listener) => listener())
  return {
    task: (id) => tasks.get(id),
    isSelected: (id) => id === selected,
    subscribe(id, listener) {
      const own = listeners.get(id) ?? new Set()
      listeners.set(id, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(id)
      }
    },
    update(next, nextSelected) {
      const [before, selectedBefore] = [tasks, selected]
      tasks = new Map(next.map((task) => [task.id, task]))
      selected = nextSelected
      for (const id of listeners.keys()) {
        const marked = (id === selectedBefore) !== (id === selected)
        if (marked || before.get(id) !== tasks.get(id)) notify(id)
      }
    },
  }
}

/** Values that the component around the graph provides. */
interface GraphContextValue {
  store: NodeStore
  onSelect(id: string): void
  /** The status as an icon. */
  Icon: ComponentType<{ status: string }>
  /** The text at the end of a node: its duration or the number of attempts. */
  Note: ComponentType<{ task: NodeTask }>
}

export const GraphContext = createContext<GraphContextValue | null>(null)

export function useGraphContext(): GraphContextValue {
  const parts = useContext(GraphContext)
  if (!parts) throw new Error('a node stands outside its graph')
  return parts
}

/** The current task of a node; undefined for a moment after it was removed. */
export function useNodeTask(id: string): NodeTask | undefined {
  const { store } = useGraphContext()
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.task(id),
  )
}

export function useIsSelected(id: string): boolean {
  const { store } = useGraphContext()
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.isSelected(id),
  )
}
