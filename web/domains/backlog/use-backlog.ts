import { useEffect, useSyncExternalStore } from 'react'
import { useQuery } from 'urql'
import { BACKLOG_REFRESH_MS } from '../../../shared/domains/backlog/ages.ts'
import { useLive } from '../../realtime/use-live.ts'
import { backlogQuery, backlogSubscription } from './operations.ts'

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

/** Whether the tab is in front: nobody looks at one that is not. */
const useVisible = () =>
  useSyncExternalStore(subscribeToVisibility, () => document.visibilityState === 'visible')

const noVariables = {}

/**
 * The backlog, read every five seconds and moved by live events in between. Both rest while the tab is hidden and end
 * when the screen is left.
 */
export function useBacklog() {
  const visible = useVisible()
  const [{ data, error, fetching, stale }, read] = useQuery({
    query: backlogQuery,
    requestPolicy: 'cache-and-network',
  })
  useEffect(() => {
    if (!visible) return
    const timer = setInterval(() => read({ requestPolicy: 'network-only' }), BACKLOG_REFRESH_MS)
    return () => clearInterval(timer)
  }, [visible, read])
  const reread = () => read({ requestPolicy: 'network-only' })
  useLive({ query: backlogSubscription, variables: noVariables, pause: !visible, reread })
  return { rows: data?.backlog, error, reading: fetching || stale, listening: visible, reread }
}
