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
 * Gives the pages their data client: a new one, with an empty cache and a socket of its own, for every user
 * and every account, so that nothing of one is ever shown to another. Keeps the session alive meanwhile.
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
    // What comes late of an account that was left says nothing of the present one.
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

/** Whose data the page shows; null for nobody's. */
function keyOf(state: SessionState): string | null {
  const who = state.phase === 'known' ? signedInUser(state.view) : null
  return who && `${who.user._id} ${who.account?._id ?? ''}`
}
