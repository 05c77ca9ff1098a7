import type { RunViewProps } from '../run-view.ts'
import type { TimelineAttempt } from './attempts.ts'
import { attemptWords, mostAttempts } from './bars.ts'
import { fanOutWords } from './fan-out/fan-out-row.tsx'
import type { TimelineRowTasks } from './fan-out/folded-rows.ts'

const LINES = 6

/** The words of the row that the keyboard points at, as hovering its bars shows them. */
export function RowTip({
  row,
  attempts,
  top,
  now,
  usual,
}: {
  row: TimelineRowTasks<RunViewProps['tasks'][number]>
  attempts: readonly TimelineAttempt[]
  top: number
  now: number
  usual: number | null | undefined
}) {
  if (attempts.length === 0) return null
  const most = mostAttempts(row.tasks[0])
  const lines = row.fanOut
    ? [fanOutWords(row)]
    : attempts.slice(-LINES).map((each) => attemptWords(attempts, each, { most, now, usual }))
  return (
    <div className="timeline-tip" style={{ top }} aria-hidden>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
