import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { Gap, TimeScale } from '../scale.ts'
import type { Drawn, DrawnRow } from '../timeline-overlay.tsx'

const TOOTH = 7

/**
 * Folded time: torn edges, and its length. A click opens it. What runs in a quiet stretch is seen through it: the length
 * stands in rows where nothing runs then, or only on the axis.
 */
export function IdleFolds({
  scale,
  drawn,
  rows,
  rowHeight,
  onOpen,
}: {
  scale: TimeScale
  drawn: Drawn
  /** The drawn rows. */
  rows: readonly DrawnRow[]
  rowHeight: number
  onOpen(gap: Gap): void
}) {
  // From the top of a row: in stacked rows the edges are beside the bars only.
  const top = Math.floor(drawn.top / rowHeight) * rowHeight
  const teeth = Math.ceil((drawn.bottom - top) / TOOTH) + 1
  const edge = Array.from({ length: teeth }, (_, index) => `${index % 2 ? TOOTH : 0},${index * TOOTH}`)
  return scale.parts
    .filter(({ folded, width }) => folded && width > 0)
    .map(({ x, width, ...gap }) => {
      const isQuiet = gap.after !== undefined
      const text = (isQuiet ? timelineMessages.quiet : timelineMessages.idle).folded(gap.to - gap.from)
      const free = isQuiet ? freeStretch(rows, gap, Math.ceil(lengthOf(text) / rowHeight)) : undefined
      return (
        <div
          key={gap.from}
          className="timeline-fold"
          data-quiet={isQuiet || undefined}
          style={{ left: x, width }}
          onClick={() => onOpen(gap)}
        >
          <svg style={{ top }} width={width} height={teeth * TOOTH} aria-hidden>
            <polyline points={edge.join(' ')} />
            {width > 3 * TOOTH && (
              <polyline points={edge.join(' ')} transform={`translate(${width - TOOTH} 0)`} />
            )}
          </svg>
          {free !== null && <span style={free === undefined ? undefined : { top: free }}>{text}</span>}
        </div>
      )
    })
}

/** Pixels of the text of a fold, which is written upwards. */
const lengthOf = (text: string) => text.length * 6.5 + 16

/** The top of the first so many rows in which nothing goes on in a gap; null without any. */
function freeStretch(rows: readonly DrawnRow[], { from, to }: Gap, count: number): number | null {
  const isFree = ({ attempts }: DrawnRow) =>
    attempts.every(({ queued, started, ended }) => {
      const begun = queued ?? started
      return begun === null || begun >= to || (ended ?? Infinity) <= from
    })
  const free = rows.map(isFree)
  const found = rows.findIndex(
    (_, index) => index + count <= rows.length && free.slice(index, index + count).every(Boolean),
  )
  return rows[found]?.top ?? null
}
