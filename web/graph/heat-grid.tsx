import { useId, useMemo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { memberOfSquare, perSquare, squareStatuses, worstStatus, type HeatMember } from './heat.ts'
import { cornerOf, squarePaths } from './heat-squares.ts'
import { HeatTip, describeMember } from './heat-tip.tsx'
import { HEAT } from './sizes.ts'

/**
 * A square for each member, in their order. For keyboards and screen readers it is a list box whose current
 * option alone is in the document.
 */
export function HeatGrid({
  label,
  members,
  perRow,
  selected,
  hovered,
  reasonOf,
  onPick,
  onHover,
}: {
  label: string
  members: readonly HeatMember[]
  perRow: number
  /** Ids of members. */
  selected: string | null
  hovered: string | null
  reasonOf(member: HeatMember): string | null
  onPick(member: HeatMember): void
  onHover(id: string | null): void
}) {
  const optionId = useId()
  const box = useRef<HTMLDivElement>(null)
  const statuses = useMemo(() => squareStatuses(members), [members])
  const paths = useMemo(() => squarePaths(statuses, perRow), [statuses, perRow])
  const [focused, setFocused] = useState<number | null>(null)
  const [pointed, setPointed] = useState<number | null>(null)
  const squareOf = (id: string | null) => {
    const index = id === null ? -1 : members.findIndex((member) => member.id === id)
    return index < 0 ? null : Math.floor(index / perSquare(members.length))
  }
  const [selectedSquare, hoveredSquare] = [squareOf(selected), squareOf(hovered)]
  const first = () => selectedSquare ?? Math.max(0, statuses.indexOf(worstStatus(statuses)))
  const told = pointed ?? focused
  const current = told === null ? undefined : memberOfSquare(members, told)
  const rows = Math.ceil(statuses.length / perRow)
  const [width, height] = [Math.min(statuses.length, perRow) * HEAT.pitch, rows * HEAT.pitch]

  const point = (square: number | null) => {
    setPointed(square)
    onHover(square === null ? null : (memberOfSquare(members, square)?.id ?? null))
  }
  const squareAt = (event: PointerEvent<HTMLElement>): number | null => {
    const area = event.currentTarget.getBoundingClientRect()
    const column = Math.floor(((event.clientX - area.left) / area.width) * (width / HEAT.pitch))
    const row = Math.floor(((event.clientY - area.top) / area.height) * rows)
    const square = row * perRow + column
    return column >= 0 && column < perRow && square >= 0 && square < statuses.length ? square : null
  }
  const pick = (square: number | null) => {
    const member = square === null ? undefined : memberOfSquare(members, square)
    if (member) onPick(member)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const at = focused ?? first()
    if (event.key === 'Enter' || event.key === ' ') pick(at)
    else {
      const to = squareFor(event.key, at, perRow, statuses.length)
      if (to === null) return
      setFocused(to)
      onHover(memberOfSquare(members, to)?.id ?? null)
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={box}
      className="heat-grid"
      role="listbox"
      data-inline=""
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={current && optionId}
      style={{ width, height }}
      onKeyDown={onKeyDown}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && setFocused(first())}
      onBlur={() => {
        setFocused(null)
        onHover(null)
      }}
      onPointerMove={(event) => {
        const square = squareAt(event)
        if (square !== pointed) point(square)
      }}
      onPointerLeave={() => point(null)}
      onClick={(event) => pick(squareAt(event as unknown as PointerEvent<HTMLElement>) ?? focused)}
    >
      <svg width={width} height={height} aria-hidden>
        {paths.map(({ status, areas, marks }) => (
          <g key={status} className="heat-squares" data-status={status}>
            <path d={areas} />
            {marks && <path className="heat-mark" d={marks} />}
          </g>
        ))}
        <Ring className="heat-hovered" square={told ?? hoveredSquare} perRow={perRow} />
        <Ring className="heat-around" square={selectedSquare} perRow={perRow} />
        <Ring className="heat-selected" square={selectedSquare} perRow={perRow} />
      </svg>
      {current && (
        <div id={optionId} role="option" aria-selected={current.id === selected} className="heat-option">
          {describeMember(current, reasonOf(current))}
        </div>
      )}
      {current && told !== null && (
        <HeatTip
          anchor={box}
          square={{ ...cornerOf(told, perRow), width, height }}
          member={current}
          count={perSquare(members.length)}
          reason={reasonOf(current)}
        />
      )}
    </div>
  )
}

function Ring({ square, perRow, className }: { square: number | null; perRow: number; className: string }) {
  if (square === null) return null
  const { x, y } = cornerOf(square, perRow)
  const side = HEAT.square + 3
  return <rect className={className} x={x - 1.5} y={y - 1.5} width={side} height={side} rx={3.5} />
}

/** The square that a key leads to; null for another key. */
function squareFor(key: string, at: number, perRow: number, count: number): number | null {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -perRow, ArrowDown: perRow }
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = steps[key]
  if (step === undefined) return null
  const to = at + step
  return to >= 0 && to < count ? to : at
}
