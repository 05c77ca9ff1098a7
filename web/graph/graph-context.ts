import { type ComponentType, createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import type { Store } from '#web/lib/store.ts'
import type { Fold } from './fold.ts'
import type { HeatMember } from './heat.ts'
import type { NodeCause, NodeStore, NodeTask } from './node-store.ts'

/** What surrounds the nodes of a graph. */
export interface GraphContextValue {
  store: NodeStore
  onSelect(id: string): void
  /** Opens a run that a task has started. */
  onChild: ((runId: string) => void) | undefined
  /** The status as an icon. */
  Icon: ComponentType<{ status: string }>
  /** The last line of a node without a cause: its duration, for example. */
  Note: ComponentType<{ task: NodeTask }>
  /** The member of a fold under the pointer, in the grid or in a list beside it. */
  hovered: Store<string | null>
  folds: ReadonlyMap<string, Fold>
  /** Moves the focus along the edges; returns whether there was a node to go to. */
  onArrow(id: string, key: string): boolean
  /** Shows the tasks of a fold; absent: its worst task is selected. */
  onFold: ((id: string) => void) | undefined
}

export const GraphContext = createContext<GraphContextValue | null>(null)

export function useGraphContext(): GraphContextValue {
  const parts = useContext(GraphContext)
  if (!parts) throw new Error('a node stands outside its graph')
  return parts
}

/** A value of one task in the store, live. */
function useOfTask<Value>(id: string, read: (store: NodeStore) => Value): Value {
  const { store } = useGraphContext()
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => read(store))
}

/** The current task of a node; undefined for a moment after it was removed. */
export const useNodeTask = (id: string): NodeTask | undefined => useOfTask(id, (store) => store.task(id))

export const useNodeCause = (id: string): NodeCause | undefined => useOfTask(id, (store) => store.cause(id))

export const useNodeChildren = (id: string): readonly HeatMember[] | undefined =>
  useOfTask(id, (store) => store.children(id))

export const useIsSelected = (id: string): boolean => useOfTask(id, (store) => store.selected() === id)

export const useIsQuiet = (id: string): boolean => useOfTask(id, (store) => store.isQuiet(id))

/** The current tasks of a fold. */
export function useFoldTasks(taskIds: readonly string[]): readonly NodeTask[] {
  const { store } = useGraphContext()
  return useSyncExternalStore(store.subscribeAll, () => store.members(taskIds))
}

/** The selected task when it is one of these, else null. */
export function useSelectedOf(taskIds: readonly string[]): string | null {
  const { store } = useGraphContext()
  return useSyncExternalStore(store.subscribeAll, () => {
    const selected = store.selected()
    return selected !== null && taskIds.includes(selected) ? selected : null
  })
}

/** The member of a fold under the pointer. */
export function useHovered(): string | null {
  const { hovered } = useGraphContext()
  return useSyncExternalStore(hovered.subscribe, hovered.get)
}
