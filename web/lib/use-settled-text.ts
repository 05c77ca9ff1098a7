import { useEffect, useEffectEvent, useState } from 'react'

/** Time without a key after which a search is made, in milliseconds. */
const PAUSE_MS = 250

/**
 * A text while it is typed; `onSettled` gets it after a pause. A change of `text` from outside replaces it; the text that was
 * settled comes back as `text` a moment later, when more may have been typed, and replaces nothing.
 */
export function useSettledText(text: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState({ text, from: text, settled: text })
  if (typed.from !== text)
    setTyped(text === typed.settled ? { ...typed, from: text } : { text, from: text, settled: text })
  const settle = useEffectEvent(() => {
    if (typed.text === text) return
    setTyped((now) => ({ ...now, settled: typed.text }))
    onSettled(typed.text)
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed.text])
  return [typed.text, (next: string) => setTyped((now) => ({ ...now, text: next }))] as const
}
