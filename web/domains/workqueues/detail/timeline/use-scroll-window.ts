import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

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
export function useScrollWindow(box: RefObject<HTMLElement | null>): ScrollWindow {
  const [shown, setShown] = useState<ScrollWindow>(() => windowOf(null))
  const update = useCallback(() => {
    const next = windowOf(box.current)
    setShown((known) => (isSame(known, next) ? known : next))
  }, [box])
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    update()
    const observer = new ResizeObserver(update)
    observer.observe(element)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [box, update])
  return shown
}

function windowOf(element: HTMLElement | null): ScrollWindow {
  const width = element?.clientWidth || UNKNOWN.width
  const height = element?.clientHeight || UNKNOWN.height
  const [down, across] = [Math.max(80, height * STEP), Math.max(80, width * STEP)]
  const [top, left] = [element?.scrollTop ?? 0, element?.scrollLeft ?? 0]
  return {
    width,
    height,
    top: Math.floor(top / down) * down - down,
    bottom: Math.floor(top / down) * down + height + 2 * down,
    left: Math.floor(left / across) * across - across,
    right: Math.floor(left / across) * across + width + 2 * across,
  }
}

const isSame = (a: ScrollWindow, b: ScrollWindow) =>
  (['width', 'height', 'top', 'bottom', 'left', 'right'] as const).every((key) => a[key] === b[key])
