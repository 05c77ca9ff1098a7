import { useEffect, useEffectEvent, useState } from 'react'

/** Time without a key after which a search is made, in milliseconds. */
const PAUSE_MS = 250

/**
 * A text while it is typed; `onSettled` gets it after a pause. A change of `text` from outside replaces it. A text that was
 * settled comes back as `text` later, when more may have been typed and settled: it replaces nothing.
 */
export function useSettledText(text: string, onSettled: (text: string) => void) {
  const [typed, setTyped] = useState({ text, from: text, onTheWay: noTexts })
  if (typed.from !== text) setTyped(after(text, typed))
  const settle = useEffectEvent(() => {
    if (typed.text === (typed.onTheWay.at(-1) ?? text)) return
    setTyped((now) => ({ ...now, onTheWay: [...now.onTheWay, typed.text] }))
    onSettled(typed.text)
  })
  useEffect(() => {
    const timer = setTimeout(() => settle(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed.text])
  return [typed.text, (next: string) => setTyped((now) => ({ ...now, text: next }))] as const
}

const noTexts: readonly string[] = []

/** What is typed after `text` has come; of the settled texts that are on the way, it may have overtaken some. */
function after(text: string, typed: { text: string; onTheWay: readonly string[] }) {
  const at = typed.onTheWay.indexOf(text)
  return at < 0
    ? { text, from: text, onTheWay: noTexts }
    : { text: typed.text, from: text, onTheWay: typed.onTheWay.slice(at + 1) }
}
