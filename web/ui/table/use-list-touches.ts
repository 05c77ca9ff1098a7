import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react'

/** A page that is scrolled by less shows the top of the list. */
const SCROLLED_PX = 8
/** A pointer that has not moved for so long no longer touches the list, in milliseconds. */
const RESTS_AFTER_MS = 5000

/** What the user does with a list whose rows must not move then. */
export interface ListTouches {
  /** Whether the pointer is in the rows and has not rested there for too long. */
  pointer: boolean
  focus: boolean
  /** Whether the page is scrolled. */
  scrolled: boolean
  /** For the element around the list. */
  handlers: {
    onPointerMove(event: PointerEvent): void
    onPointerLeave(): void
    onFocus(event: FocusEvent): void
    onBlur(): void
  }
}

/**
 * What the user does with the list whose rows are in an element of that selector. `restsAfter` null: a pointer in the rows
 * touches them until it leaves.
 */
export function useListTouches(rows: string, restsAfter: number | null = RESTS_AFTER_MS): ListTouches {
  const [pointer, movePointer] = usePointer(restsAfter)
  const [focus, setFocus] = useState(false)
  const scrolled = useSyncExternalStore(subscribeToScroll, () => window.scrollY > SCROLLED_PX)
  const inRows = (target: EventTarget) => target instanceof Element && target.closest(rows) !== null
  return {
    pointer,
    focus,
    scrolled,
    handlers: {
      onPointerMove: ({ target, pointerType }) => movePointer(pointerType !== 'touch' && inRows(target)),
      onPointerLeave: () => movePointer(false),
      onFocus: ({ target }) => setFocus(inRows(target)),
      onBlur: () => setFocus(false),
    },
  }
}

function usePointer(restsAfter: number | null) {
  const [pointer, setPointer] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const move = (isIn: boolean) => {
    clearTimeout(timer.current)
    setPointer(isIn)
    if (isIn && restsAfter !== null) timer.current = setTimeout(() => setPointer(false), restsAfter)
  }
  return [pointer, move] as const
}

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
