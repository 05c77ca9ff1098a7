import { useCallback, useEffect, useRef, useState } from 'react'

/** How long the pointer rests on a run before its card is shown. */
const REST_MS = 140
/** The same while another card is shown: on its way to that card the pointer crosses other runs. */
const CROSS_MS = 320

/** A square: the id of its run, and its row. */
export interface GridSpot {
  id: string
  row: number
}

/**
 * The square that the pointer rests on, and a stable function that says where the pointer is; null: on none. A card stays
 * where it is for a moment, so that the pointer can reach it.
 */
export function useHoveredSpot(): [GridSpot | null, (spot: GridSpot | null) => void] {
  const [hovered, setHovered] = useState<GridSpot | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Known at once: the pointer may move on before the card is rendered.
  const shown = useRef<GridSpot | null>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = useCallback((spot: GridSpot | null) => {
    clearTimeout(timer.current)
    if (spot?.id === shown.current?.id && spot?.row === shown.current?.row) return
    const show = () => {
      shown.current = spot
      setHovered(spot)
    }
    timer.current = setTimeout(show, shown.current === null ? REST_MS : CROSS_MS)
  }, [])
  return [hovered, hover]
}
