import { type TouchEvent, useRef } from 'react'
import { useReactFlow } from 'reactflow'
import type { Size } from '../sizes.ts'

/** A movement of the finger in pixels that tells its direction. */
const DIRECTION_PX = 6

interface Finger {
  x: number
  y: number
  /** Null: not known yet. */
  sideways: boolean | null
}

/**
 * Touch handlers of a graph in a page that scrolls: one finger scrolls the page up and down, as beside the graph, and moves
 * the graph sideways; two fingers move and zoom it. React Flow would take every finger, and a graph as wide as a phone
 * would hold the page. `canvas` is the size of the drawn workflow in pixels.
 */
export function useTouchPan(canvas: Size, space: Size, onPan: (event: unknown) => void) {
  const { getViewport, setViewport } = useReactFlow()
  const finger = useRef<Finger | null>(null)
  const pan = (event: TouchEvent, by: number) => {
    const { x, y, zoom } = getViewport()
    // A part of the workflow stays in view.
    const rest = space.width - canvas.width * zoom
    const half = space.width / 2
    onPan(event)
    void setViewport({
      x: Math.max(Math.min(rest, 0) - half, Math.min(Math.max(rest, 0) + half, x + by)),
      y,
      zoom,
    })
  }
  return {
    onTouchStartCapture(event: TouchEvent) {
      const touch = event.touches[0]
      finger.current = null
      // The small map and the buttons have touches of their own.
      const isPanel = (event.target as Element).closest('.react-flow__panel, .graph-foot') !== null
      if (!touch || isPanel || event.touches.length > 1) return
      event.stopPropagation()
      finger.current = { x: touch.clientX, y: touch.clientY, sideways: null }
    },
    onTouchMoveCapture(event: TouchEvent) {
      const touch = event.touches[0]
      const from = finger.current
      if (!touch || !from) return
      event.stopPropagation()
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      from.sideways ??= Math.hypot(dx, dy) < DIRECTION_PX ? null : Math.abs(dx) > Math.abs(dy)
      if (!from.sideways) return
      pan(event, dx)
      from.x = touch.clientX
    },
  }
}
