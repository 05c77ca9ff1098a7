import { useEffect, useRef } from 'react'
import { resync } from './live-status.ts'

/** Every page that missed updates re-reads within this time, each at its own moment, in milliseconds. */
const SPREAD_MS = 800

/**
 * Calls `reread` when live updates may have been missed: after a lost connection, or when the gateway says so.
 * Calls that come close together become one, a random moment later: a gateway that restarts is not asked by
 * every browser at once, and the subscriptions stand again before the truth is read.
 */
export function useResync(reread: () => void): void {
  const latest = useRef(reread)
  useEffect(() => {
    latest.current = reread
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = resync.subscribe(() => {
      timer ??= setTimeout(
        () => {
          timer = undefined
          latest.current()
        },
        SPREAD_MS / 2 + (Math.random() * SPREAD_MS) / 2,
      )
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
