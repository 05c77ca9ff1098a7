import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { UsualDuration } from '#shared/domains/workqueues/stats-contract.ts'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'
import { type Gap, gapsBetween, gapsToFold, type Span } from './scale.ts'
import { tickStep } from './ticks.ts'

/** A wait for a retry that is shorter belongs to the work of its task and is no idle time, in milliseconds. */
const SHORT_RETRY_MS = 60_000

/**
 * The spans in which a task waited for an executor, ran or was about to retry; what goes on lasts until `end`.
 * `retries`: whether it waits for its next retry now.
 */
export function attemptSpans(attempts: readonly TimelineAttempt[], end: number, retries = false): Span[] {
  const spans: Span[] = []
  addSpans(spans, attempts, end, retries)
  return spans
}

function addSpans(spans: Span[], attempts: readonly TimelineAttempt[], end: number, retries: boolean): void {
  attempts.forEach(({ queued, started, ended, round }, index) => {
    const from = queued ?? started
    if (from === null) return
    const next = attempts[index + 1]
    let to = retries ? end : (ended ?? end)
    if (next) {
      const again = next.round === round ? (next.queued ?? next.started) : null
      const soon = ended !== null && again !== null && again - ended < SHORT_RETRY_MS
      to = soon ? again : (ended ?? from)
    }
    spans.push({ from, to: Math.max(from, to) })
  })
}

/** The same of all tasks. */
export function busySpans(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  end: number,
): Span[] {
  const spans: Span[] = []
  for (const { id, status } of tasks) {
    const own = attempts.get(id)
    if (own) addSpans(spans, own, end, status === 'retry')
  }
  return spans
}

/** The time that the axis shows. */
export interface Domain extends Span {
  /** The gaps that are wide enough to fold, in order. */
  gaps: Gap[]
  /** From the usual end of the run to where 9 of 10 end; null without history, or when the axis ends before. */
  usualEnd: Span | null
}

interface WhatIsUsual {
  /** By the name of the task. */
  usual: ReadonlyMap<string, UsualTask>
  /** Of the whole run. */
  expected: UsualDuration | null
}

/**
 * The whole time of a run: from its first event to its last one. While it goes on there is room for the usual end of
 * what runs, and the end moves in steps, so that the axis does not move with every tick of the clock.
 */
export function domainOf(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  { now, going, usual, expected }: WhatIsUsual & { now: number; going: boolean },
): Domain | null {
  const spans = busySpans(tasks, attempts, now)
  if (spans.length === 0) return null
  let from = Infinity
  let to = -Infinity
  for (const span of spans) {
    from = Math.min(from, span.from)
    to = Math.max(to, span.to)
  }
  const idleGaps = gapsBetween(spans)
  const usualEnd = expected && {
    from: afterActive(from, expected.medianMs, idleGaps),
    to: afterActive(from, Math.max(expected.medianMs, expected.p90Ms), idleGaps),
  }
  if (going) {
    const ends = lastUsualEnd(tasks, attempts, usual, Math.max(now, usualEnd?.from ?? 0))
    to = Math.max(to, Math.min(ends, now + Math.max(AHEAD_MS, now - from)))
  }
  const gaps = gapsToFold({ from, to }, idleGaps)
  const shownEnd = (end: number) => (usualEnd && usualEnd.from <= end ? usualEnd : null)
  if (!going) return { from, to: Math.max(to, from + 1), gaps, usualEnd: shownEnd(to) }
  const idle = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  const step = tickStep((to - from - idle) / 8)
  const end = from + idle + Math.ceil(((to - from - idle) * 1.02) / step) * step
  return { from, to: end, gaps, usualEnd: shownEnd(end) }
}

/** What is shown beyond now lies at least this far ahead, and at most as far as the run is old, in milliseconds. */
const AHEAD_MS = 10_000

/** When the last running task usually ends, `least` at least. */
function lastUsualEnd(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>,
  usual: ReadonlyMap<string, UsualTask>,
  least: number,
): number {
  let end = least
  for (const task of tasks) {
    const begun = task.status === 'started' ? attempts.get(task.id)?.at(-1)?.started : null
    if (begun != null) end = Math.max(end, begun + (usual.get(task.name)?.medianMs ?? 0))
  }
  return end
}

/** The moment at which a run has been active for so long; idle time does not count. */
export function afterActive(from: number, activeMs: number, gaps: readonly Span[]): number {
  let moment = from + activeMs
  for (const gap of gaps) if (gap.from < moment) moment += gap.to - gap.from
  return moment
}
