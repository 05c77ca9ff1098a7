import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import type { Gap, TimeScale } from '../scale.ts'
import type { Drawn } from '../timeline-overlay.tsx'

const TOOTH = 7

/** Folded time: torn edges. A click opens it; its length is on the axis. What runs in a quiet stretch is seen through it. */
export function IdleFolds({
  scale,
  drawn,
  rowHeight,
  onOpen,
}: {
  scale: TimeScale
  drawn: Drawn
  rowHeight: number
  onOpen(gap: Gap): void
}) {
  // From the top of a row: in stacked rows the edges are beside the bars only.
  const top = Math.floor(drawn.top / rowHeight) * rowHeight
  const teeth = Math.ceil((drawn.bottom - top) / TOOTH) + 1
  const edge = Array.from({ length: teeth }, (_, index) => `${index % 2 ? TOOTH : 0},${index * TOOTH}`)
  return scale.parts
    .filter(({ folded, width }) => folded && width > 0)
    .map(({ x, width, ...gap }) => (
      <div
        key={gap.from}
        className="timeline-fold"
        data-quiet={gap.after !== undefined || undefined}
        style={{ left: x, width }}
        onClick={() => onOpen(gap)}
      >
        <svg style={{ top }} width={width} height={teeth * TOOTH} aria-hidden>
          <polyline points={edge.join(' ')} />
          {width > 3 * TOOTH && (
            <polyline points={edge.join(' ')} transform={`translate(${width - TOOTH} 0)`} />
          )}
        </svg>
      </div>
    ))
}

/** On the axis: opens a fold, whose length it says where the fold is wide enough, or folds it again. */
export function FoldButton({
  gap,
  x,
  onClick,
  room = null,
}: {
  gap: Gap
  x: number
  onClick(gap: Gap): void
  /** Pixels of the fold; null when it is open. */
  room?: number | null
}) {
  const { open, fold } = gap.after === undefined ? timelineMessages.idle : timelineMessages.quiet
  const ms = gap.to - gap.from
  const label = (room === null ? fold : open)(ms)
  return (
    <button
      type="button"
      className="timeline-fold-button"
      aria-label={label}
      title={label}
      style={{ left: x }}
      onClick={() => onClick(gap)}
    >
      {room === null ? '⇥⇤' : room < LENGTH_FROM ? '⋯' : roughDuration(ms)}
    </button>
  )
}

/** Pixels of a fold in which its length has room. */
const LENGTH_FROM = 60

/** Half the width of the button of a fold, in pixels. */
export const halfOfButton = (room: number): number => (room < LENGTH_FROM ? 14 : 30)
