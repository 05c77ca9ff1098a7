import { type ComponentType, createContext, useContext, useSyncExternalStore } from 'react'
import type { LinkedTask } from '#shared/domains/tasks/order.ts'

/** What the graph shows of a task. */
export interface NodeTask extends LinkedTask {
  type: string
  alias: string
  /** Empty where nothing runs yet: in a plan. */
  status: string
  started: string | null
  ended: string | null
  attempt: number | null
}

/**
 * The present tasks, read by each node and arrow for itself: a live change renders what it touches and nothing
 * else, whatever the size of the workflow.
 */
export interface NodeStore {
  task(id: string): NodeTask | undefined
  isSelected(id: string): boolean
  subscribe(id: string, listener: () => void): () => void
  /** Replaces all tasks; tells those whose object is another one. */
  update(tasks: readonly NodeTask[], selected: string | null): void
}

export function createNodeStore(initial: readonly NodeTask[], initiallySelected: string | null): NodeStore {
  let tasks = new Map(initial.map((task) => [task.id, task]))
  let selected = initiallySelected
  const listeners = new Map<string, Set<() => void>>()
  const tell = (id: string) => listeners.get(id)?.forEach((listener) => listener())
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
        if (marked || before.get(id) !== tasks.get(id)) tell(id)
      }
    },
  }
}

/** What the graph's owner puts into it. */
export interface GraphContextValue {
  store: NodeStore
  onSelect(id: string): void
  /** The status as a shape. */
  Icon: ComponentType<{ status: string }>
  /** The word at a node's end: how long it took, or how often it was tried. */
  Note: ComponentType<{ task: NodeTask }>
}

export const GraphContext = createContext<GraphContextValue | null>(null)

export function useGraphContext(): GraphContextValue {
  const parts = useContext(GraphContext)
  if (!parts) throw new Error('a node stands outside its graph')
  return parts
}

/** The present task of a node; undefined for a moment when it has just gone. */
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
