import { createContext, useContext, useSyncExternalStore, type ComponentType } from 'react'
import type { GraphTask, NodeStore } from './node-store.ts'

/** What the graph's owner puts into it. */
export interface GraphParts {
  store: NodeStore
  onSelect(id: string): void
  /** The status as a shape. */
  Icon: ComponentType<{ status: string }>
  /** The word at a node's end: how long it took, or how often it was tried. */
  Note: ComponentType<{ task: GraphTask }>
}

export const GraphContext = createContext<GraphParts | null>(null)

export function useGraphParts(): GraphParts {
  const parts = useContext(GraphContext)
  if (!parts) throw new Error('a node stands outside its graph')
  return parts
}

/** The present task of a node; undefined for a moment when it has just gone. */
export function useGraphTask(id: string): GraphTask | undefined {
  const { store } = useGraphParts()
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.task(id),
  )
}

export function useIsSelected(id: string): boolean {
  const { store } = useGraphParts()
  return useSyncExternalStore(
    (listener) => store.subscribe(id, listener),
    () => store.isSelected(id),
  )
}
