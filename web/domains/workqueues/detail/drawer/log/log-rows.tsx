import { ChevronDown, ChevronRight, Link2 } from 'lucide-react'
import { memo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { Marked } from '#web/domains/tasks/logs/log-line.tsx'
import {
  frameCount,
  type LogSection,
  type NumberedLine,
  type SectionRow,
  traceKey,
} from '#web/domains/tasks/logs/log-sections.ts'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { formatClock, timeTitle } from '#web/ui/time/moment.tsx'

interface RowProps {
  row: SectionRow
  found: string
  /** Number of the line that says why the task failed. */
  failing: number | null
  /** Attempts of the last round, where they are counted. */
  most: number
  onToggle(key: string, open: boolean): void
  isOpen(key: string): boolean
}

/** One row of the log of a task. Plain elements, styled by their container: scrolling renders hundreds of them. */
export function LogRow({ row, found, failing, most, onToggle, isOpen }: RowProps) {
  if (row.kind === 'line') {
    const { line } = row
    return (
      <Line
        line={line}
        found={found}
        failing={line.number === failing}
        traceOpen={isOpen(traceKey(line.number))}
        onToggle={onToggle}
      />
    )
  }
  if (row.kind === 'trace') return <Trace line={row.line} found={found} />
  const Chevron = row.open ? ChevronDown : ChevronRight
  const failed = row.kind === 'attempt' && row.last && row.section.known?.status === 'failed'
  return (
    <button
      type="button"
      className="log-heading"
      data-failed={failed || undefined}
      aria-expanded={row.open}
      onClick={() => onToggle(row.key, !row.open)}
    >
      <Chevron size={14} />
      <strong>
        {row.kind === 'round' ? roundTitle(row.sections) : attemptTitle(row.section, most, row.last)}
      </strong>{' '}
      <span>{row.kind === 'round' ? roundCounts(row.sections) : attemptFacts(row.section)}</span>
    </button>
  )
}

const clock = (moment: string | null | undefined) => (moment ? formatClock(new Date(moment)) : null)

/** `Before the restart, 11:21:59 to 11:23:44`. */
function roundTitle(sections: readonly LogSection[]): string {
  const from = clock(sections[0]?.known?.startedAt)
  const to = clock(sections.at(-1)?.known?.endedAt)
  const span = from && to ? `, ${from} to ${to}` : ''
  return `${attemptMessages.beforeRestart}${span}`
}

function roundCounts(sections: readonly LogSection[]): string {
  const lines = sections.reduce((sum, section) => sum + section.lines.length, 0)
  return `${attemptMessages.attempts(sections.length)}, ${attemptMessages.lines(lines)}`
}

/** `Attempt 3 of 3, the last`. */
function attemptTitle({ attempt, known }: LogSection, most: number, last: boolean): string {
  const { ofRound = null } = known ?? {}
  const name =
    ofRound === null
      ? attemptMessages.attempt(attempt)
      : attemptMessages.attemptOf(ofRound, Math.max(ofRound, most))
  return last ? `${name}, ${attemptMessages.last}` : name
}

/** `14:03:58, 30 s, failed`; without what the platform tells, the number of lines. */
function attemptFacts({ known, lines }: LogSection): string {
  if (!known) return attemptMessages.lines(lines.length)
  const { startedAt, endedAt, status } = known
  const length = startedAt && endedAt ? shortDuration(Date.parse(endedAt) - Date.parse(startedAt)) : null
  return [clock(startedAt), length, status].filter(Boolean).join(', ')
}

const Line = memo(function Line({
  line: { number, log },
  found,
  failing,
  traceOpen,
  onToggle,
}: {
  line: NumberedLine
  found: string
  failing: boolean
  traceOpen: boolean
  onToggle(key: string, open: boolean): void
}) {
  const { search } = useLocation()
  return (
    <div className="log-line" data-level={log.level} data-failing={failing || undefined}>
      <Link
        to={{ search, hash: `#${number}` }}
        preventScrollReset
        replace
        title={`${attemptMessages.link}: ${timeTitle(log.timestamp)}`}
        aria-label={`${attemptMessages.link}: ${number}`}
      >
        {number}
      </Link>
      <time dateTime={log.timestamp}>{clock(log.timestamp)}</time>
      <span className="log-level">{log.level}</span>
      <span className="log-message">
        <Marked text={log.message} part={found} />
        {failing && <Link2 size={12} aria-hidden />}
        {log.stacktrace && (
          <button
            type="button"
            aria-expanded={traceOpen}
            onClick={() => onToggle(traceKey(number), !traceOpen)}
          >
            {attemptMessages.trace(frameCount(log.stacktrace))}
          </button>
        )}
      </span>
    </div>
  )
})

/** The stack trace of a line; frames outside the code of the worker are quiet. */
function Trace({ line, found }: { line: NumberedLine; found: string }) {
  const trace = line.log.stacktrace ?? ''
  return (
    <div className="log-trace">
      <CopyButton label={attemptMessages.copyTrace} text={() => trace} />
      <pre>
        {trace.split('\n').map((text, index) => (
          <span key={index} data-quiet={/node_modules|node:internal|site-packages/.test(text) || undefined}>
            <Marked text={text} part={found} />
            {'\n'}
          </span>
        ))}
      </pre>
    </div>
  )
}
