import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react'
import type { WorkqueueListVariables } from '../operations.ts'
import { endHold, ENTER_AFTER_MS, heldList, hold, isTouched, letIn, listKey } from './new-rows.ts'

/** A page that is scrolled by less shows the top of the list. */
const SCROLLED_PX = 8

interface NewRows {
  /** Number of new rows that wait. */
  waiting: number
  /** Lists the waiting rows. */
  enter(): void
  /** For the element around the table. */
  touches: {
    onPointerMove(event: PointerEvent): void
    onPointerLeave(): void
    onFocus(event: FocusEvent): void
    onBlur(): void
  }
}

const inRows = (target: EventTarget) => target instanceof Element && target.closest('tbody') !== null

/** A pointer that has not moved for so long no longer touches the list, in milliseconds. */
const RESTS_AFTER_MS = 5000

/** Whether the pointer is in the rows and has moved there lately. */
function usePointer() {
  const [pointer, setPointer] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const move = (isIn: boolean) => {
    clearTimeout(timer.current)
    setPointer(isIn)
    if (isIn) timer.current = setTimeout(() => setPointer(false), RESTS_AFTER_MS)
  }
  return [pointer, move] as const
}

/**
 * Keeps new rows out of the list while the pointer or the focus is in its rows, rows are selected, or the page is
 * scrolled. Rows that wait enter on request, or some seconds after the list was last touched.
 */
export function useNewRows(
  variables: WorkqueueListVariables,
  hasSelection: boolean,
  reread: () => void,
): NewRows {
  const [pointer, movePointer] = usePointer()
  const [focus, setFocus] = useState(false)
  const scrolled = useScrolled()
  const touched = isTouched({ pointer, focus, selected: hasSelection, scrolled })
  const list = listKey(variables)
  useEffect(() => hold(list, touched), [list, touched])
  useEffect(() => () => endHold(list), [list])

  const held = useSyncExternalStore(heldList.subscribe, heldList.get)
  const waiting = held.list === list ? held.ids.length : 0
  const hasWaiting = waiting > 0
  const enter = () => {
    letIn(list, touched)
    reread()
  }
  const latest = useRef(enter)
  useEffect(() => {
    latest.current = enter
  })
  useEffect(() => {
    if (!hasWaiting || touched) return
    const timer = setTimeout(() => latest.current(), ENTER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [hasWaiting, touched, list])

  return {
    waiting,
    enter,
    touches: {
      onPointerMove: ({ target, pointerType }) => movePointer(pointerType !== 'touch' && inRows(target)),
      onPointerLeave: () => movePointer(false),
      onFocus: ({ target }) => setFocus(inRows(target)),
      onBlur: () => setFocus(false),
    },
  }
}

function useScrolled(): boolean {
  return useSyncExternalStore(subscribeToScroll, () => window.scrollY > SCROLLED_PX)
}

function subscribeToScroll(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true })
  return () => window.removeEventListener('scroll', listener)
}
