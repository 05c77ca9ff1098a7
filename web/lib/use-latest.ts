import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A stable reference to the value of the latest render that is on the screen, for listeners and timers. It changes with the
 * document, not after it as a passive effect would: a key that is pressed as soon as a screen is seen must act on that screen.
 */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
