import { memo } from 'react'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'

const { legend } = timelineMessages

/** What the bars and marks mean. */
export const TimelineLegend = memo(function TimelineLegend({
  critical,
  expected,
  usualRun,
}: {
  critical: boolean
  expected: boolean
  /** Whether the usual end of the run is marked on the axis. */
  usualRun: boolean
}) {
  return (
    <ul className="timeline-legend">
      <Entry text={legend.wait}>
        <span className="timeline-bar" data-kind="wait" />
      </Entry>
      <Entry text={legend.run}>
        <span className="timeline-bar" data-kind="run" data-status="ended" />
      </Entry>
      <Entry text={legend.failed}>
        <span className="timeline-bar" data-kind="run" data-status="failed">
          1
        </span>
      </Entry>
      <Entry text={legend.retry}>
        <span className="timeline-bar" data-kind="retry" />
      </Entry>
      {critical && (
        <Entry text={legend.critical}>
          <span className="timeline-bar" data-kind="run" data-critical data-key />
        </Entry>
      )}
      {expected && (
        <Entry text={legend.usual}>
          <span className="timeline-expected" />
        </Entry>
      )}
      {usualRun && (
        <Entry text={legend.usualRun}>
          <span className="timeline-run-usual" />
        </Entry>
      )}
    </ul>
  )
})

function Entry({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <li>
      <span className="timeline-key" aria-hidden>
        {children}
      </span>
      {text}
    </li>
  )
}
