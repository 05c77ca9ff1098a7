import { useMemo } from 'react'
import { useStore } from 'reactflow'
import type { Rect } from '../layout/layout.ts'
import type { View } from '../opening.ts'
import { areaKey } from './shown-areas.ts'
import type { Size } from '../sizes.ts'

/** Where a canvas opens, before React Flow has measured it. */
export interface Opened {
  view: View
  space: Size
}

/** The first paint has only what is visible. */
const PIXEL: Size = { width: 1, height: 1 }

/**
 * The visible area of the canvas in pixels of the layout, enlarged to whole cells once it is painted: the same while the
 * canvas is moved within a cell, so that the caller is not rendered with every frame. Null: everything (`isAll`).
 */
export function useShownArea(
  enlarged: Size,
  isAll: boolean,
  { opened, painted }: { opened: Opened; painted: boolean },
): Rect | null {
  const cell = painted ? enlarged : PIXEL
  const key = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (isAll) return ''
    return width === 0
      ? areaKey(opened.view, opened.space, cell)
      : areaKey({ x, y, zoom }, { width, height }, cell)
  })
  return useMemo(() => {
    if (key === '') return null
    const [x = 0, y = 0, width = 0, height = 0] = key.split(' ').map(Number)
    return { x, y, width, height }
  }, [key])
}
