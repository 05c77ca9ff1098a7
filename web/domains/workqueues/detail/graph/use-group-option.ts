import { useCallback, useState } from 'react'
import { stored } from '#web/lib/drafts/draft-keys.ts'

const KEY = 'workforce-console.group-fan-outs'

/** Whether fan-outs are shown as one node, kept for every run. */
export function useGroupOption(): [boolean, (grouped: boolean) => void] {
  const [grouped, setGrouped] = useState(() => stored()?.getItem(KEY) !== 'no')
  const change = useCallback((next: boolean) => {
    setGrouped(next)
    try {
      stored()?.setItem(KEY, next ? 'yes' : 'no')
    } catch {
      // The storage is full of other data: the option lasts until the page is left.
    }
  }, [])
  return [grouped, change]
}
