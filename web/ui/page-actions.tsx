import { createContext, useContext, type ReactNode } from 'react'

const PageActionsContext = createContext<ReactNode>(null)

/** Gives every page below actions of what stands around it (an app's Edit App); `PageHead` shows them first. */
export function PageActionsProvider({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return <PageActionsContext value={actions}>{children}</PageActionsContext>
}

export function useSurroundingActions(): ReactNode {
  return useContext(PageActionsContext)
}
