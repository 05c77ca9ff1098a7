import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { Attempt, TimelineTask } from './attempts.ts'
import { gapsBetween, gapsToFold, type Span } from './scale.ts'
import { tickStep } from './ticks.ts'

/** A wait for a retry that is shorter belongs to the work of its task and is no idle time, in milliseconds. */
const SHORT_RETRY_MS = 60_000

/**
 * The spans in which a task waited for an executor, ran or was about to retry; what goes on lasts until `end`.
 * `retries`: whether it waits for its next retry now.
 */
export function attemptSpans(attempts: readonly Attempt[], end: number, retries = false): Span[] {
  const spans: Span[] = []
  addSpans(spans, attempts, end, retries)
  return spans
}

function addSpans(spans: Span[], attempts: readonly Attempt[], end: number, retries: boolean): void {
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
  attempts: ReadonlyMap<string, readonly Attempt[]>,
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
  /** Idle gaps that are wide enough to fold. */
  gaps: Span[]
}

/**
 * The whole time of a run: from its first event to its last one. While it goes on there is room for the usual end of
 * what runs, and the end moves in steps, so that the axis does not move with every tick of the clock.
 */
export function domainOf(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  { now, going, usual }: { now: number; going: boolean; usual: ReadonlyMap<string, UsualTask> },
): Domain | null {
  const spans = busySpans(tasks, attempts, now)
  if (spans.length === 0) return null
  let from = Infinity
  let to = -Infinity
  for (const span of spans) {
    from = Math.min(from, span.from)
    to = Math.max(to, span.to)
  }
  if (going) to = Math.max(to, usualEnd(tasks, attempts, usual, now))
  const folded = gapsToFold({ from, to }, gapsBetween(spans))
  if (!going) return { from, to: Math.max(to, from + 1), gaps: folded }
  const idle = folded.reduce((sum, gap) => sum + gap.to - gap.from, 0)
  const step = tickStep((to - from - idle) / 8)
  return { from, to: from + idle + Math.ceil(((to - from - idle) * 1.02) / step) * step, gaps: folded }
}

/** When the last running task usually ends, at most as far ahead as the run is old. */
function usualEnd(
  tasks: readonly TimelineTask[],
  attempts: ReadonlyMap<string, readonly Attempt[]>,
  usual: ReadonlyMap<string, UsualTask>,
  now: number,
): number {
  let [end, first] = [now, now]
  for (const task of tasks) {
    const latest = attempts.get(task.id)?.at(-1)
    const begun = latest?.started ?? null
    if (begun === null) continue
    first = Math.min(first, begun)
    if (task.status === 'started') end = Math.max(end, begun + (usual.get(task.name)?.medianMs ?? 0))
  }
  return Math.min(end, now + Math.max(10_000, now - first))
}
