import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** Whole pixels; zero before the element is measured. */
interface ElementSize {
  width: number
  height: number
}

/** A reference for an element, and its size, kept up to date. */
export function useElementSize(): readonly [RefObject<HTMLDivElement | null>, ElementSize] {
  const box = useRef<HTMLDivElement | null>(null)
  const [size, setSize] = useState<ElementSize>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize((known) =>
        known.width === Math.round(width) && known.height === Math.round(height)
          ? known
          : { width: Math.round(width), height: Math.round(height) },
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [box, size] as const
}
