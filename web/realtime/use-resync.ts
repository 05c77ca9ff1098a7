import { useEffect, useRef } from 'react'
import { resync } from './live-status.ts'
import { createReread } from './reread.ts'

/**
 * Calls `reread` when live updates may have been missed: after a lost connection, or when the gateway says so.
 * For pages that listen by other means than `useLive`, which does this by itself.
 */
export function useResync(reread: () => void): void {
  const latest = useRef(reread)
  useEffect(() => {
    latest.current = reread
  })
  useEffect(() => {
    const { request, cancel } = createReread(() => latest.current())
    const stop = resync.subscribe(request)
    return () => {
      stop()
      cancel()
    }
  }, [])
}
