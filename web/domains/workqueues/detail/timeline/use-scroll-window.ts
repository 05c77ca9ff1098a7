import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** The part of a scrolled box that is drawn: what is in view, and a margin around it. */
export interface ScrollWindow {
  /** Size of the box in pixels. */
  width: number
  height: number
  /** The drawn part of its content, in pixels. */
  top: number
  bottom: number
  left: number
  right: number
}

// Without a layout, as in a test, the box counts as large as an ordinary screen.
const UNKNOWN = { width: 1100, height: 600 }
/** The drawn part moves in steps of this part of the box, so that few scroll events render. */
const STEP = 0.25

/**
 * What of the content of a scrolled box is drawn. Renders the caller only when that changes, not with every scroll
 * event.
 */
export function useScrollWindow(box: HTMLElement | null): ScrollWindow {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (!box) return () => undefined
      const observer = new ResizeObserver(listener)
      observer.observe(box)
      box.addEventListener('scroll', listener, { passive: true })
      return () => {
        observer.disconnect()
        box.removeEventListener('scroll', listener)
      }
    },
    [box],
  )
  // As a text, so that an unchanged window is the same value.
  const key = useSyncExternalStore(subscribe, () => keyOf(box))
  return useMemo(() => windowOf(key), [key])
}

/** Size of the box, and how many steps it is scrolled. */
function keyOf(box: HTMLElement | null): string {
  const [width, height] = [box?.clientWidth || UNKNOWN.width, box?.clientHeight || UNKNOWN.height]
  const [top, left] = [(box?.scrollTop ?? 0) / stepOf(height), (box?.scrollLeft ?? 0) / stepOf(width)]
  return [width, height, Math.floor(top), Math.floor(left)].join()
}

const stepOf = (size: number) => Math.max(80, size * STEP)

function windowOf(key: string): ScrollWindow {
  const [width = 0, height = 0, down = 0, across = 0] = key.split(',').map(Number)
  const [vertical, horizontal] = [stepOf(height), stepOf(width)]
  return {
    width,
    height,
    top: (down - 1) * vertical,
    bottom: (down + 2) * vertical + height,
    left: (across - 1) * horizontal,
    right: (across + 2) * horizontal + width,
  }
}
