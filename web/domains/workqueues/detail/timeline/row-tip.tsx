import type { RunViewProps } from '../run-view.ts'
import type { TimelineAttempt } from './attempts.ts'
import { attemptWords, mostAttempts } from './bars.ts'

const LINES = 6

/** The words of the row that the keyboard points at, as hovering its bars shows them. */
export function RowTip({
  task,
  attempts,
  top,
  now,
  usual,
}: {
  task: RunViewProps['tasks'][number]
  attempts: readonly TimelineAttempt[]
  top: number
  now: number
  usual: number | null | undefined
}) {
  if (attempts.length === 0) return null
  const most = mostAttempts(task)
  return (
    <div className="timeline-tip" style={{ top }} aria-hidden>
      {attempts.slice(-LINES).map((attempt) => (
        <p key={attempt.number}>{attemptWords(attempts, attempt, { most, now, usual })}</p>
      ))}
    </div>
  )
}
