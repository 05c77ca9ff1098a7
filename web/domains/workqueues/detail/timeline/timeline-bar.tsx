import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { Attempt } from './attempts.ts'
import type { Bar } from './bars.ts'
import type { TimeScale } from './scale.ts'

const NUMBER_FROM = 14

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
    'data-critical': (critical && kind !== 'retry') || undefined,
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

/** The usual end of the first attempt of each round: a tick at the median, and a bracket to where 19 of 20 end. */
export function ExpectedMark({
  attempts,
  usual: { medianMs, p95Ms },
  scale,
}: {
  attempts: readonly Attempt[]
  usual: UsualTask
  scale: TimeScale
}) {
  if (medianMs === null) return null
  return attempts.map(({ number, ofRound, started }) => {
    if (ofRound !== 1 || started === null || started + medianMs > scale.to) return null
    const x = scale.x(started + medianMs)
    const width = p95Ms === null ? 0 : scale.x(started + Math.max(medianMs, p95Ms)) - x
    return (
      <span key={number} className="timeline-expected" style={{ left: x, width: width + 1 }} aria-hidden />
    )
  })
}
