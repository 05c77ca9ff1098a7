import { useEffect, useMemo, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Provider } from 'urql'
import { sessionMessages } from '#shared/domains/account/session-messages.ts'
import { createAccountCheck } from '../lib/account/account-check.ts'
import { lastAccountName } from '../lib/account/account-name.ts'
import { dropDrafts } from '../lib/drafts/draft-keys.ts'
import { signOutNotice } from '../lib/other-tabs.ts'
import { keepFeatures, recallFeatures } from '../lib/features.ts'
import { RightsProvider } from '../lib/rights.tsx'
import { dataOwner, useSession } from '../lib/session-context.tsx'
import { keepSessionAlive } from '../lib/session-keepalive.ts'
import { connection, resync } from '../realtime/live-status.ts'
import { createReread } from '../realtime/reread.ts'
import { showOutdated, toast } from '../ui/feedback/toast.tsx'
import { createClient } from './client.ts'
import { createLazyLiveClient } from './lazy-live-client.ts'

/**
 * Provides the pages with a GraphQL client: a new one, with an empty cache and its own socket, for every user
 * and every account, so that no data of one is shown to another. Also keeps the session alive.
 */
export function SessionData({ children }: { children: ReactNode }) {
  const { session, state } = useSession()
  const key = dataOwner(state)
  const view = state.phase === 'known' ? state.view : undefined
  const userId = state.phase === 'known' ? state.view.user?._id : undefined

  const data = useMemo(() => {
    if (key === null) return null
    const live = createLazyLiveClient(async () => {
      const { createLiveClient } = await import('../realtime/live-client.ts')
      return createLiveClient({ onUnauthorized: () => void session.check() })
    })
    // A late response for the previous account says nothing about the current one.
    const ended = (redirectTo: string | null) => {
      if (dataOwner(session.get()) === key) void session.foundEnded(redirectTo)
    }
    const renewed = async () => dataOwner(session.get()) === key && (await session.renewed())
    const onNotFound = createAccountCheck(async () => {
      if (dataOwner(session.get()) === key) await session.check()
    })
    const onOutdated = () => showOutdated()
    const client = createClient({ live, onSessionEnd: ended, renewed, onNotFound, onOutdated })
    recallFeatures(client, key)
    return { live, client, owner: key }
  }, [key, session])

  useEffect(() => () => data?.live.close(), [data])
  useEffect(() => (data ? keepFeatures(data.client, data.owner, onGap) : undefined), [data])
  useEffect(() => {
    if (key === null) return
    const stopKeeping = keepSessionAlive(session, () => connection.get() === 'live')
    const stopListening = lastAccountName.onOtherTab(() => void session.check())
    return () => {
      stopKeeping()
      stopListening()
    }
  }, [key, session])
  useEffect(
    () =>
      signOutNotice.onOtherTab((user) => {
        // Forms store their text when they leave the page, so they leave it first.
        if (user === userId) flushSync(() => session.ended(null, sessionMessages.sessionSignedOut))
        // Also when live updates were the first to say so.
        dropDrafts(user)
      }),
    [userId, session],
  )
  const [left, current] = [view?.left?.name, view?.account?.name]
  useEffect(() => {
    if (left !== undefined && current !== undefined) toast.info(sessionMessages.leftAccount(left, current))
  }, [left, current])
  const isExpired = state.phase === 'known' && state.expired !== undefined
  useEffect(() => {
    if (!isExpired) data?.live.retry()
  }, [data, isExpired])

  if (!data) return children
  return (
    <Provider key={key} value={data.client}>
      <RightsProvider>{children}</RightsProvider>
    </Provider>
  )
}

/** Calls the listener after a gap in the live connection, but not all browsers at once. */
function onGap(listener: () => void): () => void {
  const { request, cancel } = createReread(listener)
  const ignore = resync.subscribe(request)
  return () => {
    ignore()
    cancel()
  }
}
