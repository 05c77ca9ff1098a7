import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { BACKLOG_REFRESH_MS } from '#shared/domains/backlog/rules.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useLive } from '#web/realtime/use-live.ts'
import { backlogQuery, backlogSubscription } from './operations.ts'

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the tab is visible. */
const useVisible = () =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')

const noVariables = {}

/**
 * The backlog, read every five seconds and updated by live events in between. Both pause while the tab is
 * hidden.
 */
export function useBacklog() {
  const visible = useVisible()
  const { data, error, failure, reading, reread, rereadInBackground } = useLastRead(backlogQuery, noVariables)
  const read = useEffectEvent(rereadInBackground)
  useEffect(() => {
    if (!visible) return
    const timer = setInterval(read, BACKLOG_REFRESH_MS)
    return () => clearInterval(timer)
  }, [visible])
  useLive({ query: backlogSubscription, variables: noVariables, pause: !visible, reread: rereadInBackground })
  const reads = { isRead: data !== undefined && !reading && !error, failing: error !== undefined, visible }
  return { rows: data?.backlog, error, failure, reading, reads, reread }
}
