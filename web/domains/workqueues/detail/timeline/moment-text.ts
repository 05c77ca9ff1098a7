import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'
import { mostAttempts } from './bars.ts'
import { countsAt, type TaskMoment } from './moments.ts'
import { gapsBetween, type Span } from './scale.ts'

const { ran, counts: words } = timelineMessages

/** A sentence about a moment; a piece with a task leads to it. */
export interface MomentText {
  /** The task that the sentence begins with; null when nothing was under way. */
  task: TimelineTask | null
  text: string
  /** `6 ended, 1 skipped, 6 not started`. */
  counts: string
}

const order = ['ended', 'failed', 'started', 'queued', 'retry', 'skipped', 'notstarted', 'unknown']

/** What the run did at a moment, in words; `states` has every task in the order of the workflow. */
export function momentText(
  tasks: readonly TimelineTask[],
  states: ReadonlyMap<string, TaskMoment>,
  at: number,
  {
    busySpans,
    critical,
    going,
  }: {
    busySpans(): readonly Span[]
    critical(taskId: string): boolean
    /** Whether the run has not ended. */
    going: boolean
  },
): MomentText {
  const counted = countsAt([...states.values()].map(({ status }) => status))
  const known = [...counted.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b))
  const counts = known
    .map((status) => `${(counted.get(status) ?? 0).toLocaleString('en')} ${words[status] ?? status}`)
    .join(', ')
  for (const status of ['started', 'queued', 'retry'] as const) {
    const found = tasks.filter(({ id }) => states.get(id)?.status === status)
    const task = found.find(({ id }) => critical(id)) ?? found[0]
    const attempt = task && states.get(task.id)?.attempt
    if (task && attempt) return { task, text: sentence(status, task, attempt, at, found.length - 1), counts }
  }
  return { task: null, text: quiet(at, busySpans(), going), counts }
}

function sentence(
  status: 'started' | 'queued' | 'retry',
  task: TimelineTask,
  { ofRound, queued, started, hostName }: TimelineAttempt,
  at: number,
  more: number,
): string {
  if (status === 'retry') return ran.retries(more)
  if (status === 'queued') return ran.waits(more, at - (queued ?? at))
  if (more > 0) return ran.runs(more)
  const most = mostAttempts(task)
  const attempt = most > 1 || ofRound > 1 ? ran.attempt(ofRound, most) : ''
  return `${ran.runs(0)}${attempt}${ran.since(at - (started ?? at))}${hostName ? ran.host(hostName) : ''}`
}

/** Nothing is under way: before, between or after the work. */
function quiet(at: number, busy: readonly Span[], going: boolean): string {
  if (busy.every(({ from }) => from > at)) return ran.before
  const gap = gapsBetween(busy).find(({ from, to }) => from <= at && at < to)
  if (gap) return ran.idle(gap.to - gap.from)
  return !going && busy.every(({ to }) => to <= at) ? ran.after : ran.nothing
}
