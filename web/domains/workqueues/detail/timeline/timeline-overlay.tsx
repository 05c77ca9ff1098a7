import { memo } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { userName } from '#shared/lib/email.ts'
import type { TimelineAttempt } from './attempts.ts'
import type { Restart } from './restarts.ts'
import type { Gap, TimeScale } from './scale.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import { useTicks } from './use-ticks.ts'
import { barMiddle, type TimelineLayout } from './layout.ts'
import type { PathLink } from './path-links.ts'

interface Drawn {
  top: number
  bottom: number
}

/** The lines behind the bars: one for each tick in view. */
export const TickLines = memo(function TickLines({
  box,
  scale,
}: {
  box: HTMLElement | null
  scale: TimeScale
}) {
  return useTicks(box, scale).map(({ at, x }) => (
    <span key={at} className="timeline-tick-line" style={{ left: x }} />
  ))
})

const TOOTH = 7

/** Folded time: torn edges, and its length. A click opens it. What runs in a quiet stretch is seen through it. */
export function IdleFolds({
  scale,
  drawn,
  onOpen,
}: {
  scale: TimeScale
  drawn: Drawn
  onOpen(gap: Gap): void
}) {
  const teeth = Math.ceil((drawn.bottom - drawn.top) / TOOTH) + 1
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
        <svg style={{ top: drawn.top }} width={width} height={teeth * TOOTH} aria-hidden>
          <polyline points={edge.join(' ')} />
          <polyline points={edge.join(' ')} transform={`translate(${width - TOOTH} 0)`} />
        </svg>
        <span>
          {(gap.after === undefined ? timelineMessages.idle : timelineMessages.quiet).folded(
            gap.to - gap.from,
          )}
        </span>
      </div>
    ))
}

/** What the text of a restart takes, in pixels and rows; in stacked rows, where each has its name above, it is one line. */
const TEXT = { width: 150, rows: 3 } as const
const STACKED_TEXT = { width: 120, rows: 1 } as const

/** A line where failed tasks were restarted, with who did it in rows that have free space there. */
export function RestartLines({
  restarts,
  scale,
  rows,
  layout: { rowHeight, stacked },
}: {
  restarts: readonly Restart[]
  scale: TimeScale
  /** The attempts of the first rows. */
  rows: readonly (readonly TimelineAttempt[])[]
  layout: TimelineLayout
}) {
  return restarts.map(({ at, actor, taskIds }, index) => {
    const x = scale.x(at)
    const next = restarts[index + 1]
    const room = (next ? scale.x(next.at) : scale.width) - x
    // A phone has no room for the time, which the axis has.
    const clock = stacked ? '' : formatClock(at)
    const by = timelineMessages.restartedBy(actor === null ? null : userName(actor), clock).trim()
    const text = stacked ? STACKED_TEXT : TEXT
    const restarted = <strong>{timelineMessages.restarted}</strong>
    return (
      <div key={at} className="timeline-restart" style={{ left: x }}>
        {room >= text.width && (
          <div
            className="timeline-restart-text"
            data-stacked={stacked || undefined}
            style={{ top: freeRow(rows, scale, x, text) * rowHeight }}
          >
            {stacked ? (
              <span>
                {restarted} {by}
              </span>
            ) : (
              <>
                {restarted}
                <span>{by}</span>
                <span>{timelineMessages.restartedTasks(taskIds.length)}</span>
              </>
            )}
          </div>
        )}
      </div>
    )
  })
}

/** The first row from which on the text covers no bar; the first row when there is none. */
function freeRow(
  rows: readonly (readonly TimelineAttempt[])[],
  scale: TimeScale,
  x: number,
  text: { width: number; rows: number },
): number {
  const isFree = (attempts: readonly TimelineAttempt[] | undefined) =>
    attempts !== undefined &&
    attempts.every(({ queued, started, ended }) => {
      const begun = queued ?? started
      return begun === null || scale.x(begun) > x + text.width || scale.x(ended ?? scale.to) < x - 1
    })
  const found = rows.findIndex((_, index) =>
    Array.from({ length: text.rows }, (__, each) => rows[index + each]).every(isFree),
  )
  return Math.max(0, found)
}

/** The steps of the critical path that are in view. */
export function PathLinks({
  links,
  width,
  drawn,
}: {
  links: readonly PathLink[]
  width: number
  drawn: Drawn
}) {
  return (
    <svg
      className="timeline-links"
      style={{ top: drawn.top }}
      width={width}
      height={drawn.bottom - drawn.top}
      viewBox={`0 ${drawn.top} ${width} ${drawn.bottom - drawn.top}`}
      aria-hidden
    >
      {links.map(({ key, from, to }) => (
        <path key={key} d={`M${from.x} ${from.y}h2V${to.y}H${Math.max(to.x, from.x + 2)}`} />
      ))}
    </svg>
  )
}

/** The moment of the scrubber over the rows, with a dot on what ran then. */
export function MomentLine({
  at,
  scale,
  rows,
  layout: { rowHeight, stacked },
}: {
  at: number
  scale: TimeScale
  /** The drawn rows. */
  rows: readonly { top: number; attempts: readonly TimelineAttempt[] }[]
  layout: TimelineLayout
}) {
  const ran = rows.filter(({ attempts }) =>
    attempts.some(({ started, ended }) => started !== null && started <= at && (ended ?? Infinity) > at),
  )
  const middle = barMiddle({ rowHeight, stacked })
  return (
    <span className="timeline-moment" style={{ left: scale.x(at) }}>
      {ran.map(({ top }) => (
        <span key={top} style={{ top: top + middle }} />
      ))}
    </span>
  )
}
