import { useEffect, useEffectEvent, useState } from 'react'

/** Time without a key after which a search is made, in milliseconds. */
const PAUSE_MS = 250

/** A text while it is typed; `onSettled` gets it after a pause. A change of `text` from outside replaces it. */
export function useSettledText(text: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState({ text, from: text })
  if (typed.from !== text) setTyped({ text, from: text })
  const settle = useEffectEvent(() => {
    if (typed.text !== text) onSettled(typed.text)
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed.text])
  return [typed.text, (next: string) => setTyped({ text: next, from: text })] as const
}
