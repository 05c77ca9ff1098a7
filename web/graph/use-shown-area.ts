import { useMemo } from 'react'
import { useStore } from 'reactflow'
import type { Rect } from './layout/layout.ts'
import type { View } from './opening.ts'
import type { Size } from './sizes.ts'

/** Where a canvas opens, before React Flow has measured it. */
export interface Opened {
  view: View
  space: Size
}

/**
 * The visible area of the canvas in pixels of the layout, enlarged to whole cells: the same while the canvas is moved
 * within a cell, so that the caller is not rendered with every frame. Null: everything (`isAll`).
 */
export function useShownArea(cell: Size, isAll: boolean, opened: Opened | null = null): Rect | null {
  const key = useStore(({ transform: [x, y, zoom], width, height }) => {
    if (isAll) return ''
    return width === 0 && opened
      ? keyOf(opened.view, opened.space, cell)
      : keyOf({ x, y, zoom }, { width, height }, cell)
  })
  return useMemo(() => {
    if (key === '') return null
    const [x = 0, y = 0, width = 0, height = 0] = key.split(' ').map(Number)
    return { x, y, width, height }
  }, [key])
}

function keyOf({ x, y, zoom }: View, space: Size, cell: Size): string {
  const left = Math.floor(-x / zoom / cell.width) * cell.width
  const top = Math.floor(-y / zoom / cell.height) * cell.height
  const right = Math.ceil((space.width - x) / zoom / cell.width) * cell.width
  const bottom = Math.ceil((space.height - y) / zoom / cell.height) * cell.height
  return `${left} ${top} ${right - left} ${bottom - top}`
}
