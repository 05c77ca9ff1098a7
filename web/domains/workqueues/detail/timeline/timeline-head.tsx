import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { FoldButton, halfOfButton } from './folds/idle-folds.tsx'
import { foldTimes } from './folds/fold-times.ts'
import type { Span } from './scale.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import { clockWithDay, HALF_LABEL, type Tick } from './ticks.ts'
import { useTicks } from './use-ticks.ts'
import type { Axis } from './use-axis.ts'

/** Distance in pixels from which on the label of a tick stands beside that of the scrubber. */
const BESIDE = 62

const isBeside =
  (at: number, { scale }: Axis) =>
  (tick: Tick) =>
    Math.abs(scale.x(at) - tick.x) > BESIDE

/** Half the width of the scrubber, in pixels. */
const HALF_SCRUBBER = 34

/** The place of the button of a fold: where it would be covered it stands next to the scrubber. */
const beside = (x: number, scrubber: number, half: number): number =>
  Math.abs(x - scrubber) >= HALF_SCRUBBER + half
    ? x
    : scrubber + (x > scrubber ? 1 : -1) * (HALF_SCRUBBER + half)

/** The moment of the scrubber; null is now, or the end of a run that has ended. */
export interface Scrubbed {
  at: number | null
  /** While it is dragged. */
  onDrag(at: number): void
  onDrop(at: number): void
  onStep(direction: 1 | -1): void
  onNow(): void
}

/** The axis above the rows: its ticks, the folds, and the scrubber, which is dragged or set anywhere on the axis. */
export function TimelineHead({
  axis,
  box,
  names,
  withType,
  stacked,
  going,
  now,
  usualEnd,
  scrubbed,
}: {
  axis: Axis
  /** What is scrolled. */
  box: HTMLElement | null
  names: number
  withType: boolean
  stacked: boolean
  going: boolean
  /** Where the scrubber stands without a moment. */
  now: number
  /** When the run usually ends, and when 9 of 10 have. */
  usualEnd: Span | null
  scrubbed: Scrubbed
}) {
  const { scale } = axis
  const ticks = useTicks(box, scale)
  const scrubber = useOfNow(500, (clock) =>
    Math.round(scale.x(scrubbed.at ?? (going ? knownUntil(clock) : scale.to))),
  )
  const folds = scale.parts
    .filter(({ folded }) => folded)
    .map((part) => {
      const half = halfOfButton(part.width)
      return { part, half, middle: beside(part.x + part.width / 2, scrubber, half) }
    })
  const scrubberAt = { middle: scale.x(scrubbed.at ?? now), half: 30 }
  const label = usualEnd && usualTextAt(scale.x(usualEnd.from), scale, [scrubberAt, ...folds])
  const shown = ticks
    .filter(isBeside(scrubbed.at ?? now, axis))
    .filter(({ x }) => label === null || Math.abs(x - label - USUAL_TEXT / 2) > BESIDE)
    .filter(({ x }) => folds.every(({ middle, half }) => Math.abs(x - middle) >= half + HALF_LABEL))
  const taken = [
    ...folds.map(({ middle, half }) => ({ from: middle - half, to: middle + half })),
    { from: scrubber - HALF_SCRUBBER, to: scrubber + HALF_SCRUBBER },
    ...(label === null ? [] : [{ from: label, to: label + USUAL_TEXT }]),
  ]
  const line = useRef<HTMLDivElement>(null)
  const dragged = useRef(false)
  const momentOf = (event: PointerEvent) =>
    Math.round(scale.moment(event.clientX - (line.current?.getBoundingClientRect().left ?? 0)))
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return
    event.currentTarget.setPointerCapture?.(event.pointerId)
    dragged.current = true
    scrubbed.onDrag(momentOf(event))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (dragged.current) scrubbed.onDrag(momentOf(event))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (!dragged.current) return
    dragged.current = false
    scrubbed.onDrop(momentOf(event))
  }
  return (
    <div className="timeline-head" style={{ width: names + scale.width }}>
      {!stacked && (
        <div className="timeline-head-names" style={{ width: names }} aria-hidden>
          <span className="timeline-head-name">{timelineMessages.name}</span>
          {withType && <span>{timelineMessages.typeAndAlias}</span>}
        </div>
      )}
      <div
        ref={line}
        className="timeline-axis"
        style={{ width: scale.width }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (dragged.current = false)}
      >
        {[...shown, ...foldTimes(scale, shown, taken)].map(({ at, x, text }) => (
          <span key={`${at} ${x}`} className="timeline-tick" style={{ left: x }} aria-hidden>
            {text}
          </span>
        ))}
        {usualEnd && (label !== null || !stacked) && <UsualEnd span={usualEnd} scale={scale} label={label} />}
        {folds.map(({ part, middle }) => (
          <FoldButton key={part.from} gap={part} x={middle} onClick={axis.open} room={part.width} />
        ))}
        {axis.opened.map((gap) => (
          <FoldButton key={gap.from} gap={gap} x={scale.x((gap.from + gap.to) / 2)} onClick={axis.fold} />
        ))}
        <Scrubber scale={scale} going={going} {...scrubbed} />
      </div>
    </div>
  )
}

/** Width of the text at the usual end of the run, in pixels. */
const USUAL_TEXT = 60

/** Where the text of a mark begins: after it, before it where that is free, or nowhere. */
function usualTextAt(
  mark: number,
  scale: Axis['scale'],
  taken: readonly { middle: number; half: number }[],
): number | null {
  const isFree = (left: number) =>
    left >= 0 &&
    left + USUAL_TEXT <= scale.width &&
    taken.every(({ middle, half }) => left > middle + half + 2 || left + USUAL_TEXT < middle - half - 2)
  return [mark + 6, mark - USUAL_TEXT].find(isFree) ?? null
}

function UsualEnd({
  span: { from, to },
  scale,
  label,
}: {
  span: Span
  scale: Axis['scale']
  /** Where its text begins; null without room for it. */
  label: number | null
}) {
  const words = timelineMessages.usualEndOfRun(clockWithDay(from, scale.to), clockWithDay(to, scale.to))
  const x = scale.x(from)
  return (
    <>
      <span
        role="img"
        className="timeline-run-usual"
        aria-label={words}
        title={words}
        style={{ left: x, width: scale.x(to) - x + 1 }}
      />
      {label !== null && (
        <span className="timeline-usual-text" style={{ left: label }} title={words} aria-hidden>
          {timelineMessages.usualEnd}
        </span>
      )}
    </>
  )
}

/** The moment that is shown, as a slider; without one it stands at now. */
function Scrubber({ scale, going, at, onStep, onNow }: Scrubbed & { scale: Axis['scale']; going: boolean }) {
  const now = useOfNow(500, (clock) => (at === null && going ? knownUntil(clock) : 0))
  const moment = at ?? (going ? now : scale.to)
  const text = at === null ? (going ? timelineMessages.now : timelineMessages.end) : formatClock(at)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Home') onStep(-1)
    else if (event.key === 'End') onNow()
    else return
    event.preventDefault()
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className="timeline-scrubber"
      data-set={at !== null || undefined}
      aria-label={timelineMessages.moment}
      aria-valuemin={scale.from}
      aria-valuemax={scale.to}
      aria-valuenow={Math.min(Math.max(moment, scale.from), scale.to)}
      aria-valuetext={at === null ? text : clockWithDay(at, scale.to)}
      style={{ left: scale.x(moment) }}
      onKeyDown={onKeyDown}
    >
      {text}
    </span>
  )
}
