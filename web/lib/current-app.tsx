import { createContext, useContext, type ReactNode } from 'react'

/** The app whose pages are shown. */
export interface CurrentApp {
  id: string
  name: string
  description: string
  /** Null where the platform counts no versions. */
  version: number | null
}

const AppContext = createContext<CurrentApp | null>(null)

export function CurrentAppProvider({ app, children }: { app: CurrentApp; children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>
}

/** The loaded app of the page; throws outside the pages below `/apps/{id}`. */
export function useApp(): CurrentApp {
  const app = useContext(AppContext)
  if (!app) throw new Error('useApp needs the app shell above it')
  return app
}

/** The loaded app of the page; null on a page of the whole account. */
export const useOptionalApp = (): CurrentApp | null => useContext(AppContext)
