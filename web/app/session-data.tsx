import { useEffect, useMemo, type ReactNode } from 'react'
import { Provider } from 'urql'
import { lastAccountName } from '../lib/account-name.ts'
import { signedInUser, useSession } from '../lib/session-context.tsx'
import type { SessionState } from '../lib/session.ts'
import { keepSessionAlive } from '../lib/session-keepalive.ts'
import { connection } from '../realtime/live-status.ts'
import { createClient } from './client.ts'
import { createLazyLiveClient } from './lazy-live-client.ts'

/**
 * Provides the pages with a GraphQL client: a new one, with an empty cache and its own socket, for every user
 * and every account, so that no data of one is shown to another. Also keeps the session alive.
 */
export function SessionData({ children }: { children: ReactNode }) {
  const { session, state } = useSession()
  const key = keyOf(state)

  const data = useMemo(() => {
    if (key === null) return null
    const live = createLazyLiveClient(async () => {
      const { createLiveClient } = await import('../realtime/live-client.ts')
      return createLiveClient({ onUnauthorized: () => void session.check() })
    })
    // A late response for the previous account says nothing about the current one.
    const ended = (redirectTo: string | null) => keyOf(session.get()) === key && session.ended(redirectTo)
    return { live, client: createClient(live, ended) }
  }, [key, session])

  useEffect(() => () => data?.live.close(), [data])
  useEffect(() => {
    if (key === null) return
    const stopKeeping = keepSessionAlive(session, () => connection.get() === 'live')
    const stopListening = lastAccountName.onOtherTab(() => void session.check())
    return () => {
      stopKeeping()
      stopListening()
    }
  }, [key, session])

  if (!data) return children
  return (
    <Provider key={key} value={data.client}>
      {children}
    </Provider>
  )
}

/** Identifies the user and account whose data the page shows; null while no user is signed in. */
function keyOf(state: SessionState): string | null {
  const who = state.phase === 'known' ? signedInUser(state.view) : null
  return who && `${who.user._id} ${who.account?._id ?? ''}`
}
