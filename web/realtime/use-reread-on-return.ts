import { useEffect } from 'react'
import { useLatest } from '#web/lib/use-latest.ts'
import { resync } from './live-status.ts'

/** A return to the page reads again unless it was read within this time, in milliseconds. */
const FRESH_MS = 5000
/** Time between two attempts while reads fail, in milliseconds. */
const RETRY_MS = 10_000

/**
 * For a page without live updates: reads again when the page comes back into view, when the connection is back, and
 * regularly while reads fail. `readAt` is the time of the last successful read.
 */
export function useRereadOnReturn({
  readAt,
  failing,
  reread,
}: {
  readAt: number | null
  failing: boolean
  reread(): void
}): void {
  const latest = useLatest({ readAt, reread })
  useEffect(() => {
    const now = () => latest.current.reread()
    const returned = () => {
      if (document.visibilityState === 'hidden') return
      if (Date.now() - (latest.current.readAt ?? 0) > FRESH_MS) now()
    }
    const stop = resync.subscribe(now)
    window.addEventListener('focus', returned)
    window.addEventListener('online', now)
    document.addEventListener('visibilitychange', returned)
    return () => {
      stop()
      window.removeEventListener('focus', returned)
      window.removeEventListener('online', now)
      document.removeEventListener('visibilitychange', returned)
    }
  }, [latest])
  useEffect(() => {
    if (!failing) return
    const timer = setInterval(() => {
      if (document.visibilityState !== 'hidden') latest.current.reread()
    }, RETRY_MS)
    return () => clearInterval(timer)
  }, [failing, latest])
}
