import { ChevronDown, ChevronRight } from 'lucide-react'
import { memo, useMemo } from 'react'
import { markOfTask } from '#shared/domains/tasks/rules.ts'
import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import { shortDuration } from '#shared/lib/time-text.ts'
import { countWords, heatDurations, worstStatus } from '#web/graph/heat.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { knownUntil } from '#web/realtime/live-status.ts'
import { StatusIcon } from '#web/ui/display/status.tsx'
import type { RunViewProps } from '#web/domains/workqueues/detail/run-view.ts'
import type { TimelineAttempt } from '../attempts.ts'
import { cutToRoom, hasRoom, notePlace } from '../note-place.ts'
import { concurrencyLane, lanePath } from './lane.ts'
import type { TimelineRowTasks } from './folded-rows.ts'
import type { TimeScale } from '../scale.ts'
import { ReasonBesideName, TypeCell } from '../timeline-row.tsx'

type FanOutTasks = TimelineRowTasks<RunViewProps['tasks'][number]>

const LANE_HEIGHT = 20

interface FanOutRowProps {
  row: FanOutTasks
  /** Of all its tasks. */
  attempts: readonly TimelineAttempt[]
  scale: TimeScale
  index: number
  top: number
  id: string
  framed: boolean
  active: boolean
  withType: boolean
  stacked: boolean
  onToggle(id: string): void
}

/** Counts, and once two have ended how long its tasks took. */
export function fanOutWords({ tasks }: Pick<FanOutTasks, 'tasks'>): string {
  const durations = heatDurations(tasks)
  return [
    countWords(tasks),
    durations &&
      timelineMessages.fanOutTimes(
        shortDuration(durations.p50),
        shortDuration(durations.p95),
        durations.slowest.member.name,
        shortDuration(durations.slowest.ms),
      ),
  ]
    .filter(Boolean)
    .join('; ')
}

/** The tasks of a fan-out in one row: how many ran at each moment, and where some failed. */
export const FanOutRow = memo(function FanOutRow(props: FanOutRowProps) {
  const { row, attempts, scale } = props
  const { tasks, fanOut } = row
  const goes = attempts.some(({ started, ended }) => started !== null && ended === null)
  const now = useOfNow(500, (clock) => (goes ? knownUntil(clock) : 0))
  const lane = useMemo(() => concurrencyLane(attempts, scale, now), [attempts, scale, now])
  const counts = useMemo(() => countWords(tasks), [tasks])
  const worst = useMemo(() => worstStatus(tasks.map(markOfTask)), [tasks])
  const [first] = tasks
  const reason = fanOut?.reason ?? null
  const name =
    reason === null ? `${fanOut?.name} · ${tasks.length.toLocaleString('en')}` : (fanOut?.name ?? '')
  const place = { first: lane.first, end: lane.end, scale, over: true }
  const besideName = props.stacked && reason !== null && !hasRoom(reason, place) ? reason : ''
  const note = reason === null ? counts : besideName === '' ? cutToRoom(reason, place) : ''
  const isOpen = fanOut?.open === true
  return (
    <div
      id={props.id}
      role="row"
      className="timeline-row"
      aria-level={row.inside ? 2 : 1}
      aria-expanded={isOpen}
      aria-rowindex={props.index + 2}
      data-active={props.active || undefined}
      data-framed={props.framed || undefined}
      data-inside={row.inside || undefined}
      data-status={reason === null ? undefined : 'failed'}
      style={{ top: props.top }}
      onClick={() => props.onToggle(row.id)}
    >
      <div role="gridcell" className="timeline-name" title={name}>
        <StatusIcon status={worst} />
        <span className="timeline-name-text" data-begun={attempts.length > 0 || undefined}>
          {name}
        </span>
        <ReasonBesideName reason={besideName} />
        <span className="timeline-name-fold" aria-hidden>
          {isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </span>
      </div>
      {props.withType && <TypeCell type={first.type} alias={first.alias} />}
      <div role="gridcell" className="timeline-bars" style={{ width: scale.width }}>
        {lane.most > 0 && (
          <svg
            className="timeline-concurrency"
            role="img"
            aria-label={timelineMessages.atOnce(lane.most)}
            width={scale.width}
            height={LANE_HEIGHT}
          >
            <title>{timelineMessages.atOnce(lane.most)}</title>
            <path d={lanePath(lane, LANE_HEIGHT)} />
            <path data-failed d={lane.failures.map((x) => `M${x} 0V${LANE_HEIGHT}`).join('')} />
          </svg>
        )}
        <span
          className="timeline-note"
          data-over
          data-failed={reason === null ? undefined : true}
          title={reason ?? undefined}
          style={notePlace(note, place)}
        >
          {note}
        </span>
      </div>
    </div>
  )
})
