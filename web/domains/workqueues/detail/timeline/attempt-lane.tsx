import './timeline.css'
import { useMemo, useState } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { type AttemptRow, attemptsOf } from './attempts.ts'
import { attemptWords, barsOf } from './bars.ts'
import { attemptSpans } from './domain.ts'
import { gapsBetween, gapsToFold, timeScale } from './scale.ts'
import { BarView } from './timeline-bar.tsx'
import { clockWithDay } from './ticks.ts'
import { useScrollWindow } from './use-scroll-window.ts'

const FOLD_WIDTH = 64

/** The attempts of one task on one scale with idle time folded, numbered over all restarts. A click selects an attempt. */
export function AttemptLane({
  name,
  attempts: rows,
  most,
  selected = null,
  onSelect,
}: {
  /** The task. */
  name: string
  attempts: readonly AttemptRow[]
  /** Attempts of one round, retries included. */
  most: number
  /** The number of the attempt that is shown. */
  selected?: number | null
  onSelect?(number: number): void
}) {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const { width } = useScrollWindow(box)
  const attempts = useMemo(() => attemptsOf(rows), [rows])
  const going = attempts.some(({ queued, started, ended }) => ended === null && (queued ?? started) !== null)
  const now = useOfNow(500, (clock) => (going ? knownUntil(clock) : 0))
  const spans = attemptSpans(attempts, now)
  if (spans.length === 0) return <div ref={setBox} className="timeline-lane" />
  const whole = {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  }
  const folds = gapsToFold(whole, gapsBetween(spans))
  const scale = timeScale(whole, folds, { width, foldWidth: FOLD_WIDTH, inset: [4, 4] })
  const bars = barsOf(attempts, scale, now)
  const day = whole.to
  return (
    <div ref={setBox} className="timeline-lane" role="group" aria-label={timelineMessages.lane(name)}>
      <div className="timeline-lane-bars">
        {bars.map((bar) => (
          <BarView
            key={bar.key}
            bar={bar}
            number={bar.attempt.number}
            critical={bar.attempt.number === selected}
            words={`${timelineMessages.attemptLabel(bar.attempt.number)}: ${attemptWords(attempts, bar.attempt, { most, now })}`}
            onClick={onSelect && bar.kind === 'run' ? () => onSelect(bar.attempt.number) : undefined}
          />
        ))}
        {scale.parts
          .filter(({ folded }) => folded)
          .map((part) => (
            <span key={part.from} className="timeline-lane-fold" style={{ left: part.x, width: part.width }}>
              {shortDuration(part.to - part.from)}
            </span>
          ))}
      </div>
      <div className="timeline-lane-clocks">
        {scale.parts
          .filter(({ folded }) => !folded)
          .map((part) => (
            <span key={part.from} style={{ left: part.x, width: part.width }}>
              <time>{clockWithDay(part.from, day)}</time>
              {part.width > 150 && <time>{clockWithDay(part.to, day)}</time>}
            </span>
          ))}
      </div>
    </div>
  )
}
