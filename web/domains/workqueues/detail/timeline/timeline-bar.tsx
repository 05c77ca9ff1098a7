import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { formatClock } from '#web/ui/time/moment.tsx'
import { type Bar, NUMBER_FROM, type UsualMark } from './bars.ts'
import type { TimeScale } from './scale.ts'

/** One bar of a task or of its lane: hatched, solid or dotted, with its words for screen readers and on hover. */
export function BarView({
  bar,
  words,
  critical = false,
  pale = false,
  number = bar.attempt.ofRound,
  onClick,
}: {
  bar: Bar
  words: string
  critical?: boolean
  pale?: boolean
  /** Shown on an attempt that failed or repeats one. */
  number?: number
  onClick?: (() => void) | undefined
}) {
  const { kind, status, x, width, attempt } = bar
  const isRun = kind === 'run'
  const numbered = isRun && (status === 'failed' || number > 1 || onClick) && width >= NUMBER_FROM
  const shown = {
    className: 'timeline-bar',
    'data-kind': kind,
    'data-status': status,
    'data-critical': (critical && (isRun || (kind === 'wait' && attempt.started === null))) || undefined,
    'data-pale': pale || undefined,
    title: words,
    style: { left: x, width },
  }
  if (onClick)
    return (
      <button type="button" {...shown} aria-label={words} onClick={onClick}>
        {numbered && number}
      </button>
    )
  const isNamed = isRun || attempt.started === null
  return (
    <span {...shown} role={isNamed ? 'img' : undefined} aria-label={isNamed ? words : undefined}>
      {numbered && number}
    </span>
  )
}

/** Where the deadline of a task or of the run passes or has passed, when the axis shows that moment. */
export function DeadlineMark({
  of: { due, late },
  scale,
}: {
  of: { due: string | null; late: string | null }
  scale: Pick<TimeScale, 'x' | 'from' | 'to'>
}) {
  const moment = late ?? due
  const at = moment === null ? Number.NaN : Date.parse(moment)
  if (!(at >= scale.from && at <= scale.to)) return null
  const words = timelineMessages.deadline(formatClock(at))
  return (
    <span
      className="timeline-deadline"
      style={{ left: scale.x(at) }}
      role="img"
      aria-label={words}
      title={words}
    />
  )
}

/** The usual ends of attempts, beside their bars. */
export function UsualMarks({ marks }: { marks: readonly UsualMark[] }) {
  return marks.map(({ key, x, width }) => (
    <span key={key} className="timeline-expected" style={{ left: x, width }} aria-hidden />
  ))
}
