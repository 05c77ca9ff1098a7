import { memo } from 'react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { formatClock, timeTitle } from '#web/ui/time/moment.tsx'
import type { LogLine } from '../task.ts'
import { logHash } from './log-view.ts'

/** `14:03:16.201` in the zone of the user. */
function timeText(moment: string): string {
  const date = new Date(moment)
  return `${formatClock(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/**
 * One entry; its time links to it. Plain elements without a style each: scrolling renders hundreds of them a
 * second.
 */
export const LogEntryLine = memo(function Entry({
  log,
  found,
  onTrace,
}: {
  log: LogLine
  /** The search text, which is marked. */
  found: string
  onTrace(log: LogLine): void
}) {
  return (
    <div className="log-line" data-level={log.level}>
      <a href={logHash(log.id)} title={`${timeTitle(log.timestamp)}: link to this line`}>
        <time dateTime={log.timestamp}>{timeText(log.timestamp)}</time>
      </a>
      <span className="log-level" title={log.level}>
        {log.level}
      </span>
      <span className="log-message">
        <Marked text={log.message} part={found} />
      </span>
      {log.level === 'error' && (
        <button type="button" onClick={() => onTrace(log)}>
          {taskMessages.stackTrace}
        </button>
      )}
    </div>
  )
})

/** A text whose first match of `part` is marked. */
export function Marked({ text, part }: { text: string; part: string }) {
  const wanted = part.trim().toLowerCase()
  const at = wanted === '' ? -1 : text.toLowerCase().indexOf(wanted)
  if (at < 0) return <>{text}</>
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  )
}

/** The heading of the next attempt of the task. */
export function AttemptHeading({ attempt }: { attempt: number }) {
  return (
    <div className="log-attempt">
      {`Attempt ${attempt}`}
      <span />
    </div>
  )
}

/** Styles of the entries, set once on their container. */
export const logStyles = {
  '& li': { px: '3.5' },
  '& li[aria-current]': { bg: 'accent.soft' },
  '& .log-line': { display: 'flex', flexWrap: { base: 'wrap', sm: 'nowrap' }, columnGap: '3', minW: '0' },
  '& .log-line a': {
    color: 'ink.2',
    flexShrink: 0,
    _hover: { color: 'accent', textDecoration: 'underline' },
  },
  '& .log-level': {
    width: '10',
    flexShrink: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& .log-message': {
    minW: '0',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    flexBasis: { base: 'full', sm: 'auto' },
  },
  '& [data-level=error] .log-level, & [data-level=error] .log-message': { color: 'danger' },
  '& [data-level=warn] .log-level': { color: 'status.retry.fg' },
  '& [data-level=debug] .log-level': { color: 'ink.3' },
  '& .log-line button': {
    color: 'accent',
    cursor: 'pointer',
    flexShrink: 0,
    alignSelf: 'flex-start',
    borderRadius: 'xs',
    _hover: { textDecoration: 'underline' },
  },
  '& mark': { bg: 'status.retry.soft', color: 'status.retry.fg', borderRadius: 'xs' },
  '& .log-attempt': { display: 'flex', alignItems: 'center', gap: '2', color: 'ink.3', fontFamily: 'body' },
  '& .log-attempt span': { flex: '1', height: '1px', bg: 'line' },
} as const
