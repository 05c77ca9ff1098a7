import { Portal } from '@chakra-ui/react'
import { useLayoutEffect, useRef, type RefObject } from 'react'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { lengthOf, type HeatMember } from './heat.ts'
import { HEAT } from './sizes.ts'

/** `shard 4-12 failed after 1.6 s`. */
function headline(member: HeatMember): string {
  const ms = lengthOf(member)
  return [member.name, markOfTask(member), ms !== null && `after ${shortDuration(ms)}`]
    .filter(Boolean)
    .join(' ')
}

/** A member in words, for screen readers. */
export function describeMember(member: HeatMember, reason: string | null): string {
  return [headline(member), reason].filter(Boolean).join(': ')
}

/** Distance between a square and its tooltip, and between the tooltip and the edge of the window, in pixels. */
const GAP = 6

/** The tooltip of a square, outside the zoomed canvas and never beyond the window. */
export function HeatTip({
  anchor,
  square,
  member,
  count,
  reason,
}: {
  anchor: RefObject<HTMLElement | null>
  /** Its corner, and the size of the grid. */
  square: { x: number; y: number; width: number; height: number }
  member: HeatMember
  /** Members that the square stands for. */
  count: number
  reason: string | null
}) {
  const tip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const [grid, own] = [anchor.current?.getBoundingClientRect(), tip.current]
    if (!grid || !own) return
    const zoom = square.width > 0 ? grid.width / square.width : 1
    const [left, top] = [grid.left + square.x * zoom, grid.top + square.y * zoom]
    const below = top + HEAT.square * zoom + GAP
    const fitsBelow = below + own.offsetHeight + GAP < window.innerHeight
    own.style.left = `${Math.max(GAP, Math.min(left, window.innerWidth - own.offsetWidth - GAP))}px`
    own.style.top = `${fitsBelow ? below : top - own.offsetHeight - GAP}px`
  })
  return (
    <Portal>
      <div ref={tip} className="heat-tip" aria-hidden>
        <strong>{headline(member)}</strong>
        {reason && <span>{reason}</span>}
        {count > 1 && <span>the worst of {count}</span>}
      </div>
    </Portal>
  )
}
