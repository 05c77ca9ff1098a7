import { memo, useMemo } from 'react'
import { inOneLine } from '#shared/domains/tasks/why/sentence.ts'
import { troubleCodes } from '#shared/domains/tasks/constants.ts'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import type { Cause, UsualTask } from '#shared/domains/tasks/why/facts.ts'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { knownUntil } from '#web/realtime/live-status.ts'
import type { RunViewProps } from '../run-view.ts'
import type { TimelineAttempt } from './attempts.ts'
import { attemptWords, type Bar, barsOf, mostAttempts, NUMBER_FROM, usualMarks } from './bars.ts'
import { cutToRoom, hasRoom, notePlace } from './note-place.ts'
import type { TimeScale } from './scale.ts'
import { BarView, DeadlineMark, UsualMarks } from './timeline-bar.tsx'

type RunTask = RunViewProps['tasks'][number]

export interface TimelineRowProps {
  task: RunTask
  attempts: readonly TimelineAttempt[]
  cause: Cause | undefined
  usual: UsualTask | undefined
  scale: TimeScale
  /** Its place among all rows, from 0. */
  index: number
  top: number
  id: string
  critical: boolean
  /** Whether the bars off the critical path are pale. */
  marksPath: boolean
  selected: boolean
  /** Whether tasks of its status are asked for. */
  framed: boolean
  /** 2 for a task below its fan-out; null where no row has others below it. */
  level: 1 | 2 | null
  active: boolean
  withType: boolean
  /** Whether bars stand below their names. */
  stacked: boolean
  onSelect(taskId: string): void
}

const grows: readonly string[] = ['queued', 'started', 'retry']

/** `task.rail.ocr` -> `ocr`: what tells types of one workflow apart; the whole type is on hover. */
const lastOfType = (type: string) => type.slice(type.lastIndexOf('.') + 1)

/** The cell with the type and the alias of a task. */
export function TypeCell({ type, alias }: Pick<RunTask, 'type' | 'alias'>) {
  return (
    <div role="gridcell" className="timeline-type" title={`${type} · ${alias}`}>
      {lastOfType(type)}
      <span> · {alias}</span>
    </div>
  )
}

/** The reason of a failure where there is no room for it beside the bars. */
export function ReasonBesideName({ reason }: { reason: string }) {
  if (reason === '') return null
  return (
    <span className="timeline-reason" title={reason}>
      {reason}
    </span>
  )
}

/** One task: its name, and its attempts as bars. A row whose bars grow follows the clock of the page. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { task, attempts, usual, scale, critical, marksPath } = props
  const now = useOfNow(500, (clock) => (grows.includes(task.status) ? knownUntil(clock) : 0))
  const bars = barsOf(attempts, scale, now, task.status === 'retry' ? task.retryTime : null)
  const most = mostAttempts(task)
  const median = usual?.medianMs
  // They stay the same while the axis is zoomed.
  const words = useMemo(
    () => new Map(attempts.map((each) => [each, attemptWords(attempts, each, { most, now, usual: median })])),
    [attempts, most, now, median],
  )
  const marks = usual ? usualMarks(attempts, usual, scale) : []
  const end = [...bars, ...marks].reduce((right, { x, width }) => Math.max(right, x + width), 0)
  const trouble = isTrouble(props.cause)
  const place = { first: bars[0]?.x ?? 0, end, scale, over: trouble }
  const reason = task.status === 'failed' && task.reason ? inOneLine(task.reason) : ''
  // Where bars stand below the name it has more room beside that.
  const besideName = props.stacked && !hasRoom(reason, place) ? reason : ''
  const failed = besideName === '' ? cutToRoom(reason, place) : ''
  const ran = noteOf(attempts, task.status, props.cause, now)
  const isTold = ran !== '' && marks.length > 0 && median != null && props.cause?.code !== 'late'
  const usually = isTold ? timelineMessages.ranUsually(ran, median) : ''
  const note =
    failed || (usually !== '' && hasRoom(usually, place) ? usually : ran) || unnumbered(bars, props.cause)
  return (
    <div
      id={props.id}
      role="row"
      className="timeline-row"
      aria-level={props.level ?? undefined}
      aria-rowindex={props.index + 2}
      aria-selected={props.selected}
      data-status={task.status}
      data-active={props.active || undefined}
      data-framed={props.framed || undefined}
      data-inside={props.level === 2 || undefined}
      style={{ top: props.top }}
      onClick={() => props.onSelect(task.id)}
    >
      <div role="gridcell" className="timeline-name" title={task.name}>
        <StatusIcon status={markOfTask(task)} />
        <span className="timeline-name-text" data-begun={attempts.length > 0 || undefined}>
          {task.name}
        </span>
        <span className="timeline-sr">{markOfTask(task)}</span>
        <ReasonBesideName reason={besideName} />
      </div>
      {props.withType && <TypeCell type={task.type} alias={task.alias} />}
      <div role="gridcell" className="timeline-bars" style={{ width: scale.width }}>
        {bars.map((bar) => (
          <BarView
            key={bar.key}
            bar={bar}
            critical={critical && marksPath}
            pale={marksPath && !critical}
            words={words.get(bar.attempt) ?? ''}
          />
        ))}
        <UsualMarks marks={marks} />
        <DeadlineMark of={task} scale={scale} />
        {attempts.length > 0 ? (
          <span
            className="timeline-note"
            data-trouble={trouble || undefined}
            data-over={trouble || failed !== '' || undefined}
            data-failed={failed !== '' || undefined}
            title={failed === '' ? undefined : (task.reason ?? undefined)}
            style={notePlace(note, place)}
          >
            {note}
          </span>
        ) : (
          <span className="timeline-cause">
            {notBegun(props.cause, usual, props.stacked ? scale.width : Infinity)}
          </span>
        )}
      </div>
    </div>
  )
})

/** Codes of what goes on and needs a hand. */
const isTrouble = (cause: Cause | undefined) => cause !== undefined && troubleCodes.includes(cause.code)

/** The text after the bars: how long it ran, or why it waits. */
function noteOf(
  attempts: readonly TimelineAttempt[],
  status: string,
  cause: Cause | undefined,
  now: number,
): string {
  const { started = null, ended = null } = attempts.at(-1) ?? {}
  if (status === 'queued' || status === 'retry' || cause?.code === 'late') return cause?.short ?? ''
  if (started === null || status === 'failed' || status === 'skipped') return ''
  return shortDuration((ended ?? now) - started)
}

/** `attempt 3/3 failed`, where a bar is too narrow for its number. */
const unnumbered = (bars: readonly Bar[], cause: Cause | undefined): string =>
  cause?.code === 'failed' && bars.some(({ kind, width }) => kind === 'run' && width < NUMBER_FROM)
    ? cause.short
    : ''

/** Pixels of a narrow axis that the text of a row that has not begun does not have. */
const BESIDE_CAUSE = 44

/** The text of a row that has not begun: its cause, and where there is room how long it will then take. */
function notBegun(cause: Cause | undefined, usual: UsualTask | undefined, width: number): string {
  const waits = cause?.code === 'waits' || cause?.code === 'held'
  const then = waits && usual?.medianMs != null ? timelineMessages.thenUsually(usual.medianMs) : ''
  const text = [cause?.short, then].filter(Boolean).join(', ')
  return hasRoom(text, { first: 0, end: BESIDE_CAUSE, scale: { width } }) ? text : (cause?.short ?? '')
}
