import { useMemo } from 'react'
import type { TimeScale } from './scale.ts'
import { type Tick, ticksOf } from './ticks.ts'
import { useScrollSpan } from './use-scroll-window.ts'

/**
 * The ticks in view of a scrolled box. What calls it is rendered when the box moves sideways; the rows are not.
 */
export function useTicks(box: HTMLElement | null, scale: TimeScale): readonly Tick[] {
  const { left, right } = useScrollSpan(box)
  return useMemo(() => ticksOf(scale, { from: left, to: right }), [scale, left, right])
}
