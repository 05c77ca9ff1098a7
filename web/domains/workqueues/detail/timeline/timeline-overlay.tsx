import { memo } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { userName } from '#shared/lib/email.ts'
import type { TimelineAttempt } from './attempts.ts'
import type { Restart } from './restarts.ts'
import type { TimeScale } from './scale.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import { useTicks } from './use-ticks.ts'
import { barMiddle, type TimelineLayout } from './layout.ts'
import type { PathLink } from './path-links.ts'

/** The pixels of the rows in view. */
export interface Drawn {
  top: number
  bottom: number
}

/** A row in view. */
export interface DrawnRow {
  top: number
  attempts: readonly TimelineAttempt[]
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

/** What of a row decides whether it has room. */
interface HeadRow {
  name: string
  attempts: readonly TimelineAttempt[]
}

/** What the text of a restart takes, in pixels and rows: three short lines, or one; a phone has no room for the time in it. */
const TEXTS = [
  { width: 150, rows: 3 },
  { width: 200, rows: 1 },
] as const
const STACKED_TEXTS = [{ width: 120, rows: 1 }] as const

/** A line where failed tasks were restarted, with who did it where rows have free space for that. */
export function RestartLines({
  restarts,
  scale,
  rows,
  layout: { rowHeight, stacked },
}: {
  restarts: readonly Restart[]
  scale: TimeScale
  /** The first rows. */
  rows: readonly HeadRow[]
  layout: TimelineLayout
}) {
  return restarts.map(({ at, actor, taskIds }, index) => {
    const x = scale.x(at)
    const next = restarts[index + 1]
    const room = (next ? scale.x(next.at) : scale.width) - x
    const by = timelineMessages
      .restartedBy(actor === null ? null : userName(actor), stacked ? '' : formatClock(at))
      .trim()
    const places = (stacked ? STACKED_TEXTS : TEXTS).flatMap((text) => {
      const row = room < text.width ? -1 : freeRow(rows, scale, x, { ...text, stacked })
      return row < 0 ? [] : [{ row, isOneLine: text.rows === 1 }]
    })
    const [place] = places
    const restarted = <strong>{timelineMessages.restarted}</strong>
    return (
      <div key={at} className="timeline-restart" style={{ left: x }}>
        {place && (
          <div
            className="timeline-restart-text"
            data-stacked={stacked || undefined}
            style={{ top: place.row * rowHeight }}
          >
            {place.isOneLine ? (
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

/** Pixels of the text of a row: after its bars, and of one that has not begun. */
const ROW_TEXT = { after: 130, alone: 330 } as const
/** Pixels before a name above its bars, and of one of its characters, at most. */
const NAME = { before: 44, character: 7 } as const

/**
 * The first row from which on the text covers neither bars nor their texts; -1 without any. Where bars stand below the
 * names it stands beside these.
 */
function freeRow(
  rows: readonly HeadRow[],
  scale: TimeScale,
  x: number,
  text: { width: number; rows: number; stacked: boolean },
): number {
  const folds = scale.parts.filter(({ folded }) => folded)
  // The text of a row without room for it before folded time stands behind that.
  const textEnd = (end: number) => {
    const met = folds.findLast((fold) => end <= fold.x + fold.width && end + ROW_TEXT.after > fold.x)
    return (met ? met.x + met.width : end) + ROW_TEXT.after
  }
  const isFree = (row: HeadRow | undefined) => {
    if (!row || row.attempts.at(-1)?.status === 'failed') return false
    const { attempts, name } = row
    if (text.stacked) return NAME.before + name.length * NAME.character < x
    if (attempts.length === 0) return x > ROW_TEXT.alone
    return attempts.every(({ queued, started, ended }) => {
      const begun = queued ?? started
      return begun === null || scale.x(begun) > x + text.width || textEnd(scale.x(ended ?? scale.to)) < x
    })
  }
  return rows.findIndex((_, index) =>
    Array.from({ length: text.rows }, (__, each) => rows[index + each]).every(isFree),
  )
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
  rows: readonly DrawnRow[]
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
