import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Time without a key after which a search is made, in milliseconds. */
const PAUSE_MS = 250

/**
 * A text while it is typed; `onSettled` gets it after a pause. A change of `text` from outside replaces it. A text that was
 * settled comes back as `text` later, when more may have been typed and settled: it replaces nothing.
 */
export function useSettledText(text: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState(text)
  /** Settled texts that have not come back; some never do, because a later one overtakes them. */
  const onTheWay = useRef<readonly string[]>([])
  // At the commit, not during the render: the address changes in a transition. A key that interrupts the render of a transition
  // would be added to the state that this render had set (React 19 computes it from the state rendered last).
  useLayoutEffect(() => {
    const at = onTheWay.current.indexOf(text)
    onTheWay.current = at < 0 ? [] : onTheWay.current.slice(at + 1)
    if (at < 0) setTyped(text)
  }, [text])
  const settle = useEffectEvent(() => {
    if (typed === (onTheWay.current.at(-1) ?? text)) return
    onTheWay.current = [...onTheWay.current, typed]
    onSettled(typed)
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return [typed, setTyped] as const
}
