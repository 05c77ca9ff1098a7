import { useEffect, useMemo, type ReactNode } from 'react'
import { Provider } from 'urql'
import { storedAccountName } from '../lib/account-name.ts'
import { signedIn, useSession } from '../lib/session-context.tsx'
import { keepSession } from '../lib/session-keeper.ts'
import { createLiveClient, type LiveClient } from '../realtime/live-client.ts'
import { connection } from '../realtime/live-status.ts'
import { createClient } from './client.ts'

/**
 * Gives the pages their data client: a new one, with an empty cache and a socket of its own, for every user
 * and every account, so that nothing of one is ever shown to another. Keeps the session alive meanwhile.
 */
export function SessionData({ children }: { children: ReactNode }) {
  const { session, state } = useSession()
  const who = state.phase === 'known' ? signedIn(state.view) : null
  const key = who ? `${who.user._id} ${who.account?._id ?? ''}` : null

  const data = useMemo(() => {
    if (key === null) return null
    let live: LiveClient | undefined
    // Opened with the first subscription only: a page without live data needs no socket.
    const lazily: LiveClient = {
      subscribe(payload, sink) {
        live ??= createLiveClient({ onUnauthorized: () => void session.check() })
        return live.subscribe(payload, sink)
      },
      close() {
        live?.close()
        live = undefined
      },
    }
    return { live: lazily, client: createClient(lazily, session.ended) }
  }, [key, session])

  useEffect(() => () => data?.live.close(), [data])
  useEffect(() => {
    if (key === null) return
    const stopKeeping = keepSession(session, () => connection.get() === 'live')
    const stopListening = storedAccountName.onOtherTab(() => void session.check())
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
