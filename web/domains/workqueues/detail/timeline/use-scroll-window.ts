import { useCallback, useMemo, useSyncExternalStore } from 'react'

/** The rows of a scrolled box that are drawn: what is in view, and a margin around it. */
export interface ScrollWindow {
  /** Size of the box in pixels. */
  width: number
  height: number
  /** The drawn part of its content, in pixels. */
  top: number
  bottom: number
}

/** The part of its width that is drawn, in pixels. */
export interface ScrollSpan {
  left: number
  right: number
}

// Without a layout, as in a test, the box counts as large as an ordinary screen.
const UNKNOWN = { width: 1100, height: 600 }
/** The drawn part moves in steps of this part of the box, so that few scroll events render. */
const STEP = 0.25

/**
 * Which rows of a scrolled box are drawn, and its size. Renders the caller only when that changes, not with every scroll
 * event.
 */
export function useScrollWindow(box: HTMLElement | null): ScrollWindow {
  const key = useOfBox(box, () => {
    const { width, height } = sizeOf(box)
    return [width, height, stepsTo(box?.scrollTop, height)].join()
  })
  return useMemo(() => {
    const [width = 0, height = 0, steps = 0] = key.split(',').map(Number)
    const [top, bottom] = drawnFrom(steps, height)
    return { width, height, top, bottom }
  }, [key])
}

/** Which columns of a scrolled box are drawn: apart from its rows, so that these are not rendered when it moves sideways. */
export function useScrollSpan(box: HTMLElement | null): ScrollSpan {
  const key = useOfBox(box, () => {
    const { width } = sizeOf(box)
    return [width, stepsTo(box?.scrollLeft, width)].join()
  })
  return useMemo(() => {
    const [width = 0, steps = 0] = key.split(',').map(Number)
    const [left, right] = drawnFrom(steps, width)
    return { left, right }
  }, [key])
}

/** What is read from a box, again with every scroll and resize; as a text, so that the same is one value. */
function useOfBox(box: HTMLElement | null, read: () => string): string {
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
  return useSyncExternalStore(subscribe, read)
}

function sizeOf(box: HTMLElement | null): { width: number; height: number } {
  return { width: box?.clientWidth || UNKNOWN.width, height: box?.clientHeight || UNKNOWN.height }
}

const stepOf = (size: number) => Math.max(80, size * STEP)
const stepsTo = (scrolled = 0, size: number) => Math.floor(scrolled / stepOf(size))

/** Where the drawn part begins and ends: a step ahead on both sides of what is in view. */
function drawnFrom(steps: number, size: number): [number, number] {
  return [(steps - 1) * stepOf(size), (steps + 2) * stepOf(size) + size]
}
