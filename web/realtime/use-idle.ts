import { useEffect, useState } from 'react'

/** Live updates stop after this time without user activity, in milliseconds. */
export const IDLE_MS = 300_000

const activityEvents = [
  'pointermove',
  'pointerdown',
  'keydown',
  'wheel',
  'scroll',
  'touchstart',
  'touchmove',
] as const

export interface IdleOptions {
  idleMs?: number
  /** Returns the current time in milliseconds. */
  now?: () => number
}

/**
 * Whether the user has been inactive for five minutes. Pointer, keyboard, scrolling, touch and returning to
 * the tab count as activity; the first one ends idleness at once.
 */
export function useIdle({ idleMs = IDLE_MS, now = Date.now }: IdleOptions = {}): boolean {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    let last = now()
    let timer: ReturnType<typeof setTimeout>
    // Events come by the hundred: they only record the time, and the timer checks it when it expires.
    const look = () => {
      const left = last + idleMs - now()
      if (left > 0) timer = setTimeout(look, left)
      else setIdle(true)
    }
    const onActivity = () => {
      const was = last
      last = now()
      if (last - was < idleMs) return
      setIdle(false)
      clearTimeout(timer)
      look()
    }
    const onVisibility = () => {
      if (document.visibilityState === 'visible') onActivity()
    }
    look()
    const options = { capture: true, passive: true }
    for (const event of activityEvents) document.addEventListener(event, onActivity, options)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      for (const event of activityEvents) document.removeEventListener(event, onActivity, options)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [idleMs, now])

  return idle
}
