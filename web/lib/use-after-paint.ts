import { startTransition, useEffect, useState } from 'react'

/** Time in which a page with much to draw has been painted, in milliseconds. */
const PAINTED_MS = 100

/** False until the caller has been on the screen for a moment: what may come later does not delay the first paint. */
export function useAfterPaint(): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setPainted(true)), PAINTED_MS)
    return () => clearTimeout(timer)
  }, [])
  return painted
}
