import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import { useReactFlow, useStore } from 'reactflow'
import type { Arrangement } from '../layout/arrange.ts'
import { focusOf, type Opening } from '../focus.ts'
import type { FoldedGraph } from '../fold.ts'
import type { GraphState } from '../node-store.ts'
import { isInView, openingView, rectOf, viewOn, type View } from '../opening.ts'

/** Duration of a movement that the user has not made, in milliseconds. */
const MOVE_MS = 250

const isMotionReduced = () => window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true

/**
 * Keeps the canvas where its meaning is until the user moves it: a run under way at its front, every other one
 * where it opened. A task that is selected elsewhere is always brought to the middle.
 */
export function useViewport({
  arrangement,
  graph,
  state,
  opening,
  takePicked,
}: {
  arrangement: Arrangement
  graph: FoldedGraph
  state: GraphState
  opening: Opening
  /** The task that has just been selected in the graph itself; null for another. */
  takePicked(): string | null
}) {
  const { setViewport, getViewport } = useReactFlow()
  const width = useStore((flow) => flow.width)
  const height = useStore((flow) => flow.height)
  const movedByUser = useRef(false)
  const { selected, tasks } = state
  const rectOfTask = (id: string | null) => {
    const node = id === null ? undefined : graph.nodeOf.get(id)
    return node === undefined ? null : rectOf(arrangement, node)
  }
  const go = (view: View, ms: number) => {
    const now = getViewport()
    if (now.x === view.x && now.y === view.y && now.zoom === view.zoom) return
    void setViewport(view, ms > 0 && !isMotionReduced() ? { duration: ms } : {})
  }
  const open = (ms: number) =>
    go(openingView(arrangement, { width, height }, rectOfTask(focusOf(state, opening))), ms)
  const bringIn = (id: string | null, always: boolean) => {
    const rect = rectOfTask(id)
    const [space, view] = [{ width, height }, getViewport()]
    if (rect && (always || !isInView(rect, space, view)))
      go(viewOn(arrangement, space, rect, view.zoom), MOVE_MS)
  }

  const onResize = useEffectEvent(() => {
    if (width === 0 || height === 0) return
    if (movedByUser.current) bringIn(selected, false)
    else open(0)
  })
  useEffect(() => onResize(), [width, height, arrangement])

  const onSelected = useEffectEvent(() => {
    const here = takePicked() === selected
    if (width > 0 && selected !== null) bringIn(selected, !here)
  })
  useEffect(() => onSelected(), [selected])

  const onProgress = useEffectEvent(() => {
    if (opening === 'front' && !movedByUser.current && width > 0) bringIn(focusOf(state, opening), false)
  })
  useEffect(() => onProgress(), [tasks])

  const onMoveStart = useCallback((event: unknown) => {
    if (event) movedByUser.current = true
  }, [])
  const fit = () => {
    movedByUser.current = false
    open(MOVE_MS)
  }
  return { onMoveStart, fit }
}
