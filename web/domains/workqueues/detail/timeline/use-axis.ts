import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Domain } from './domain.ts'
import { type FailedRow, roomOfReasons } from './note-place.ts'
import { type Gap, gapId, timeScale, type TimeScale } from './scale.ts'

/** Width of a folded gap in pixels, on a wide axis and on that of a phone. */
const FOLD_WIDTH = { wide: 64, narrow: 30 }
/** A narrower axis is that of a phone. */
const NARROW = 420
/** Free space before the first bar, and at least for the text after the last one. */
const INSET: [number, number] = [16, 72]
/** The widest axis in pixels; browsers place elements exactly up to some million. */
const MAX_WIDTH = 400_000
const ZOOM_STEP = 1.5
/** The turn of a wheel that is one step, in pixels; two fingers on a touchpad send many small turns. */
const WHEEL_STEP = 100

export interface Axis {
  scale: TimeScale
  /** Gaps that a click has opened. */
  opened: readonly Gap[]
  open(gap: Gap): void
  fold(gap: Gap): void
  zoomed: boolean
  /**
   * Multiplies the width of the axis, once for each step; the moment at a pixel of the page (by default the centre) stays
   * where it is.
   */
  zoom(steps: number, clientX?: number): void
  reset(): void
}

/** The time axis in a scrolled box: folds, zoom by keys, buttons and Ctrl with the wheel. */
export function useAxis(
  box: HTMLElement | null,
  domain: Domain,
  {
    width,
    names,
    folds,
    failed,
  }: {
    width: number
    names: number
    folds: boolean
    /** Rows whose reasons stand beside their bars. */
    failed: readonly FailedRow[]
  },
): Axis {
  const [factor, setFactor] = useState(1)
  const [openedIds, setOpenedIds] = useState<ReadonlySet<number>>(new Set())
  const room = Math.max(120, width - names)
  const shown = Math.min(factor, Math.max(1, MAX_WIDTH / room))
  const { from, to } = domain
  // The same gaps give the same scale, so that unchanged rows do not render.
  const key = domain.gaps.map((gap) => `${gap.from}-${gap.to}`).join()
  const gaps = useStable(domain.gaps, key)
  const scaleWith = useCallback(
    (after: number) => {
      const folded = folds ? gaps.filter((gap) => !openedIds.has(gapId(gap))) : []
      const foldWidth = room < NARROW ? FOLD_WIDTH.narrow : FOLD_WIDTH.wide
      return timeScale({ from, to }, folded, { width: room * shown, foldWidth, inset: [INSET[0], after] })
    },
    [from, to, gaps, folds, openedIds, room, shown],
  )
  const usualScale = useMemo(() => scaleWith(INSET[1]), [scaleWith])
  const after = useMemo(() => roomOfReasons(failed, usualScale), [failed, usualScale])
  const scale = useMemo(
    () => (after > INSET[1] ? scaleWith(after) : usualScale),
    [after, scaleWith, usualScale],
  )

  const anchor = useRef<{ moment: number; offset: number } | null>(null)
  useLayoutEffect(() => {
    const kept = anchor.current
    anchor.current = null
    if (kept) box?.scrollTo({ left: scale.x(kept.moment) - kept.offset })
  }, [box, scale])
  const latest = useRef({ scale, shown, room })
  useLayoutEffect(() => {
    latest.current = { scale, shown, room }
  })
  const zoom = useCallback(
    (steps: number, clientX?: number) => {
      const known = latest.current
      const next = Math.max(1, Math.min(MAX_WIDTH / known.room, known.shown * ZOOM_STEP ** steps))
      if (box && next !== known.shown) {
        const middle = names + known.room / 2
        const pointed = clientX === undefined ? middle : clientX - box.getBoundingClientRect().left
        const offset = Math.max(0, pointed - names)
        anchor.current = { moment: known.scale.moment(box.scrollLeft + offset), offset }
      }
      setFactor(next)
    },
    [box, names],
  )
  useWheel(box, zoom)

  return {
    scale,
    opened: useMemo(
      () => (folds ? gaps.filter((gap) => openedIds.has(gapId(gap))) : []),
      [folds, gaps, openedIds],
    ),
    open: useCallback((gap) => setOpenedIds((known) => new Set([...known, gapId(gap)])), []),
    fold: useCallback(
      (gap) => setOpenedIds((known) => new Set([...known].filter((id) => id !== gapId(gap)))),
      [],
    ),
    zoomed: shown > 1,
    zoom,
    reset: useCallback(() => setFactor(1), []),
  }
}

/** Ctrl with the wheel, once a frame: browsers send several turns of the wheel for one. */
function useWheel(box: HTMLElement | null, zoom: Axis['zoom']): void {
  useEffect(() => {
    let [steps, clientX, frame] = [0, 0, 0]
    const turn = () => {
      const turned = steps
      steps = 0
      frame = 0
      // Within this frame: the width of the axis and the place of its bars change together.
      flushSync(() => zoom(turned, clientX))
    }
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey || event.deltaY === 0) return
      event.preventDefault()
      steps -= Math.max(-1, Math.min(1, event.deltaY / WHEEL_STEP))
      clientX = event.clientX
      frame ||= requestAnimationFrame(turn)
    }
    box?.addEventListener('wheel', onWheel, { passive: false })
    return () => {
      box?.removeEventListener('wheel', onWheel)
      cancelAnimationFrame(frame)
    }
  }, [box, zoom])
}

/** The value of an earlier rendering while its key is the same. */
function useStable<Value>(value: Value, key: string): Value {
  // eslint-disable-next-line react-hooks/exhaustive-deps -- The key stands for the value.
  return useMemo(() => value, [key])
}
