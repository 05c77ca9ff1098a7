import type { Cause, WhyFacts, WhyPart, WhyTask } from './facts.ts'
import { failedCause, retryingCause } from './attempts.ts'
import { expectedOfRun, isOverdue, runPastDeadline } from './deadline.ts'
import { runningCause } from './progress.ts'
import { isHeldBack, queuedCause, queueKey, troubleOf } from './queued.ts'
import type { RunGraph } from './run-graph.ts'
import { actionOn, andMore, causeOf, figure, momentOf, taskName } from './sentence.ts'
import { cancelledRunCause } from './skipped.ts'
import { roughDuration, roundedDuration } from '#shared/lib/time-text.ts'

/**
 * The cause of its worst task, in the order failed, `nobody`, stalled, late, retrying, paused, limit, busy; else what runs now. Beside a
 * queue that is not served other such queues are counted, and a late task.
 */
export function runCause(graph: RunGraph, facts: WhyFacts): Cause | null {
  const { run } = graph
  if (run.status === 'cancelled') return cancelledRunCause(run, facts)
  if (run.status !== 'started' && run.status !== 'failed' && run.status !== 'notstarted') return null
  if (run.tasks.length === 0) return statusCause(graph, facts)
  const failure = failedRun(graph)
  if (failure) return failure
  if (run.status === 'failed') return null
  const inStatus = (status: string) => run.tasks.filter((task) => task.status === status)
  const queued = inStatus('queued')
  const running = inStatus('started')
  const late = lateCause(graph, running, facts) ?? lateWaitOf(queued, facts)
  const stuck = queued.filter((task) => troubleOf(task, facts) !== null)
  for (const trouble of ['nobody', 'stalled'] as const) {
    const first = earliest(
      stuck.filter((task) => troubleOf(task, facts) === trouble),
      (task) => task.queued,
    )
    const others = new Set(stuck.map(queueKey)).size - 1 + (late ? 1 : 0)
    if (first) return andMore(queuedCause(first, facts), others)
  }
  if (late) return late
  const retrying = earliest(inStatus('retry'), ({ retryTime }) => retryTime)
  if (retrying) return retryingCause(retrying, facts)
  const paused = queued.filter((task) => isHeldBack(task, 'paused', facts))
  const limited = queued.filter((task) => isHeldBack(task, 'limit', facts))
  const held = paused.length > 0 ? paused : limited
  const first = earliest(held.length > 0 ? held : queued, (task) => task.queued)
  if (first) return queuedCause(first, facts)
  return nowRunning(running, run.counts?.started ?? running.length, facts)
}

/** What the status alone says. */
function statusCause({ run }: RunGraph, { now }: WhyFacts): Cause | null {
  if (run.status === 'failed')
    return causeOf('failed', { since: run.ended, parts: ['A task failed'], short: 'failed' })
  const started = momentOf(run.started)
  if (run.status !== 'started' || started === null) return null
  const length = roughDuration(Math.max(0, now - started))
  return causeOf('running', {
    since: run.started,
    parts: ['Runs for ', figure(length)],
    short: `runs ${length}`,
  })
}

/** The failure that came first; in a run that failed also one that let the run go on. */
function failedRun({ run, failures }: RunGraph): Cause | null {
  const failed =
    failures.tasks.length > 0 || run.status !== 'failed'
      ? failures.tasks
      : run.tasks.filter(({ status }) => status === 'failed')
  const first = earliest(failed, ({ ended }) => ended)
  if (!first) return null
  const number = run.counts?.failed ?? failed.length
  const cause = failedCause(first, { others: number - 1 })
  return number <= 1
    ? cause
    : { ...cause, action: actionOn('rerunFailed', `Re Run ${number} failed tasks`, null) }
}

/**
 * Late is a run past its deadline, one that takes longer than expected (than 9 of 10 before it), and one with a late task. That its tasks wait for a worker makes
 * none late: why they wait is a cause of its own.
 */
function lateCause({ run }: RunGraph, running: readonly WhyTask[], facts: WhyFacts): Cause | null {
  const { now } = facts
  const expected = expectedOfRun(run, facts)
  const longest = earliest(running, ({ started }) => started)
  if (isOverdue(run)) {
    const runs = shareOf(longest, Infinity, now)
    return runPastDeadline(run, longest ?? null, runs)
  }
  if (run.status !== 'started') return null
  const restarted = restartedAt(run)
  // What was before a restart, with the failed attempts, makes no run late.
  const activeMs =
    restarted === null || run.activeMs === null ? run.activeMs : Math.min(run.activeMs, now - restarted)
  if (expected && activeMs !== null && activeMs - waitedMs(run, now) > expected.p90Ms) {
    const active = roughDuration(activeMs)
    const [median, most] = [roundedDuration(expected.medianMs), roundedDuration(expected.p90Ms)]
    return causeOf('late', {
      since: run.started,
      parts: [
        'Late: runs ',
        figure(active),
        ...(restarted === null ? [] : [' since its restart']),
        run.expectedMs == null ? ', usually ' : ', expected ',
        figure(median),
        ...(run.expectedMs == null ? [' (9 of 10 within ', figure(most), ')'] : []),
        ...shareOf(longest, restarted, now),
      ],
      short: `${active}, ${run.expectedMs == null ? 'usually' : 'expected'} ${median}`,
      action: longest ? actionOn('openTask', 'Open the task', longest) : null,
    })
  }
  for (const task of running) {
    const cause = runningCause(task, facts)
    if (cause.code === 'late') return cause
  }
  return null
}

/** How much of that time the longest running task takes; of one that began before the restart how long it runs. */
function shareOf(longest: WhyTask | undefined, restarted: number | null, now: number): (WhyPart | string)[] {
  const begun = momentOf(longest?.started ?? null)
  if (!longest || begun === null) return []
  const length = figure(roughDuration(Math.max(0, now - begun)))
  return restarted !== null && begun < restarted
    ? ['; ', taskName(longest), ' runs ', length]
    : ['; ', length, ' of it in ', taskName(longest)]
}

/**
 * When a task of it was restarted last, in milliseconds since 1970; null: none was, as far as is known. Of a task that has been
 * retried since, its last try is known.
 */
function restartedAt({ tasks, restarted }: RunGraph['run']): number | null {
  if (restarted != null) return momentOf(restarted)
  const moments = tasks.flatMap(({ attempt, tries, queued }) =>
    tries != null && (attempt ?? 0) > tries ? (momentOf(queued) ?? []) : [],
  )
  return moments.length === 0 ? null : moments.reduce((last, moment) => Math.max(last, moment))
}

/** The first task that waits past its deadline. */
function lateWaitOf(queued: readonly WhyTask[], facts: WhyFacts): Cause | null {
  const late = queued.find((task) => task.late != null && troubleOf(task, facts) === null)
  return late ? queuedCause(late, facts) : null
}

/** Milliseconds in which the tasks that are queued or run now have waited for a worker before any of them ran. */
function waitedMs({ tasks }: RunGraph['run'], now: number): number {
  const active = tasks.filter(({ status }) => status === 'queued' || status === 'started')
  const earliestOf = (moments: readonly (string | null)[]) =>
    moments.reduce((first, text) => Math.min(first, momentOf(text) ?? now), now)
  const begun = earliestOf(active.filter(({ status }) => status === 'started').map((task) => task.started))
  return Math.max(0, begun - earliestOf(active.map((task) => task.queued)))
}

/** `Charge cards EU and 2 more run`, the longest first; of one task its own sentence. */
function nowRunning(running: readonly WhyTask[], number: number, facts: WhyFacts): Cause | null {
  const first = earliest(running, ({ started }) => started)
  if (!first) return null
  const cause = runningCause(first, facts)
  if (number <= 1) return cause
  return causeOf('running', {
    since: first.started,
    parts: [taskName(first), ' and ', figure(`${number - 1} more`), ' run'],
    short: `${number} tasks run`,
    action: cause.action,
  })
}

/** The task with the smallest moment, the first of equal ones; tasks without one come last. */
function earliest(tasks: readonly WhyTask[], moment: (task: WhyTask) => string | null): WhyTask | undefined {
  const at = (task: WhyTask) => momentOf(moment(task)) ?? Number.POSITIVE_INFINITY
  let found = tasks[0]
  for (const task of tasks) if (at(task) < at(found!)) found = task
  return found
}
