import { useEffect, useState } from 'react'

/** Without a sign of the user for this long, live updates stop (spec section 9), in milliseconds. */
export const IDLE_MS = 300_000

const signs = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart', 'touchmove'] as const

export interface IdleOptions {
  idleMs?: number
  /** The present moment in milliseconds. */
  now?: () => number
}

/**
 * Whether the user has given no sign for five minutes. Pointer, keyboard, scrolling, touch and coming back to
 * the tab are signs; the first one ends the idleness at once.
 */
export function useIdle({ idleMs = IDLE_MS, now = Date.now }: IdleOptions = {}): boolean {
  const [idle, setIdle] = useState(false)

  useEffect(() => {
    let last = now()
    let timer: ReturnType<typeof setTimeout>
    // Signs come by the hundred: they only note the moment, the timer looks again when it would be time.
    const look = () => {
      const left = last + idleMs - now()
      if (left > 0) timer = setTimeout(look, left)
      else setIdle(true)
    }
    const onSign = () => {
      const was = last
      last = now()
      if (last - was < idleMs) return
      setIdle(false)
      clearTimeout(timer)
      look()
    }
    const onVisibility = () => {
      if (document.visibilityState === 'visible') onSign()
    }
    look()
    const options = { capture: true, passive: true }
    for (const sign of signs) document.addEventListener(sign, onSign, options)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      for (const sign of signs) document.removeEventListener(sign, onSign, options)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [idleMs, now])

  return idle
}
