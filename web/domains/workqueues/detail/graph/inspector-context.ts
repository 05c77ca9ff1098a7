import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Cause } from '#shared/domains/tasks/why/facts.ts'
import type { EntriesByTask } from '#web/domains/tasks/task.ts'
import type { Store } from '#web/lib/store.ts'
import type { WorkqueueDetail } from '../operations.ts'
import type { RunRestarts } from '../use-restarts.tsx'

/** What all rows of the tasks of a fan-out share. */
export interface InspectorContextValue {
  run: WorkqueueDetail
  causes: ReadonlyMap<string, Cause>
  logs: EntriesByTask
  /** The input that tells the tasks apart. */
  input: string | null
  selected: string | null
  /** Whether another task was chosen since the page opened: only then a row scrolls into view, which moves the page. */
  hasChosen: boolean
  /** The task under the pointer, in the grid or in the rows. */
  hovered: Store<string | null>
  onSelect(id: string): void
  restarts: RunRestarts
  checked: ReadonlySet<string>
  setChecked(checked: ReadonlySet<string>): void
}

export const InspectorContext = createContext<InspectorContextValue | null>(null)

export function useInspector(): InspectorContextValue {
  const context = useContext(InspectorContext)
  if (!context) throw new Error('a row stands outside its inspector')
  return context
}

/** Whether the pointer is on this task, in the grid or in the rows. */
export function useIsHovered(id: string): boolean {
  const { hovered } = useInspector()
  return useSyncExternalStore(hovered.subscribe, () => hovered.get() === id)
}
