import { useCallback, useEffect, useRef, useState } from 'react'

/** How long the pointer rests on a run before its card is shown. */
const REST_MS = 140
/** The same while another card is shown: on its way to that card the pointer crosses other runs. */
const CROSS_MS = 320

/**
 * The run that the pointer rests on, and a stable function that says where the pointer is; null: on none. A card stays for
 * a moment, so that the pointer can reach it.
 */
export function useHoveredRun(): [string | null, (id: string | null) => void] {
  const [hovered, setHovered] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Known at once: the pointer may move on before the card is rendered.
  const shown = useRef<string | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = useCallback((id: string | null) => {
    clearTimeout(timer.current)
    if (id === shown.current) return
    const show = () => {
      shown.current = id
      setHovered(id)
    }
    timer.current = setTimeout(show, shown.current === null ? REST_MS : CROSS_MS)
  }, [])
  return [hovered, hover]
}
