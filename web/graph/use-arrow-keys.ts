import { useCallback, useLayoutEffect, useRef } from 'react'
import { useReactFlow, useStoreApi } from 'reactflow'
import type { Arrangement } from './layout/arrange.ts'
import { neighbourOf } from './graph-keys.ts'
import { isInView, rectOf, viewOn } from './opening.ts'

/** Moves the focus from a node to the one that an arrow key leads to, and that node into view. */
export function useArrowKeys(arrangement: Arrangement) {
  const { getViewport, setViewport } = useReactFlow()
  const store = useStoreApi()
  const latest = useRef(arrangement)
  useLayoutEffect(() => {
    latest.current = arrangement
  })
  return useCallback(
    (id: string, key: string): boolean => {
      const shown = latest.current
      const target = neighbourOf(shown, id, key)
      if (target === null) return false
      const { width, height, domNode } = store.getState()
      const rect = rectOf(shown, target)
      const view = getViewport()
      const focus = () =>
        domNode
          ?.querySelector<HTMLElement>(`[data-id=${JSON.stringify(target)}] button`)
          ?.focus({ preventScroll: true })
      if (!rect || isInView(rect, { width, height }, view)) focus()
      else
        void setViewport(viewOn(shown, { width, height }, rect, view.zoom)).then(() =>
          requestAnimationFrame(focus),
        )
      return true
    },
    [getViewport, setViewport, store],
  )
}
