import { createContext, useContext, useSyncExternalStore, type ReactNode } from 'react'
import type { Account, SessionView, User } from '#shared/domains/account/contract.ts'
import type { Session, SessionState } from './session.ts'

/** Null where no session is provided. */
export const SessionContext = createContext<Session | null>(null)

export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>
}

/** The page's session and its current state. */
export function useSession(): { session: Session; state: SessionState } {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it')
  return { session, state: useSyncExternalStore(session.subscribe, session.get) }
}

export interface SignedInUser {
  user: User
  /** Null when the user belongs to no account. */
  account: Account | null
  accounts: Account[]
}

/** The signed-in user with the accounts, or null. */
export function signedInUser(view: SessionView): SignedInUser | null {
  if (!view.authenticated || !view.user) return null
  return { user: view.user, account: view.account ?? null, accounts: view.accounts ?? [] }
}

/** Identifies the user and account whose data the page shows; null while no user is signed in. */
export function dataOwner(state: SessionState): string | null {
  const who = state.phase === 'known' ? signedInUser(state.view) : null
  return who && `${who.user._id} ${who.account?._id ?? ''}`
}
