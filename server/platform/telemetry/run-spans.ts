import type { Clock } from '#server/lib/clock.ts'
import type { SpanAttributes, Tracing } from '#server/lib/telemetry/tracing.ts'
import type { KeptAttempt } from '../engine/history/past-attempt.ts'
import type { Run } from '../engine/run.ts'
import type { RunTask } from '../engine/task.ts'
import { attemptSpanId } from '../engine/history/trace.ts'
import type { WriteObserver } from '../engine/types.ts'

/** The latest attempt of a task, or one that another has followed. */
interface SeenAttempt extends Pick<
  RunTask,
  'alias' | 'status' | 'queued' | 'started' | 'ended' | 'version' | 'hostName'
> {
  number: number
}

/**
 * Spans of runs, from what this process has committed: each attempt when it is over, and the hand-out that began it. A run
 * without a trace costs one comparison.
 */
export function createRunSpans(tracing: Tracing, clock: Clock): WriteObserver {
  function handedOut(run: Run, task: RunTask, attempt: SeenAttempt): void {
    if (attempt.started === null) return
    const span = tracing.start({
      name: `hand out ${task.type}`,
      kind: 'producer',
      parent: run.trace,
      at: attempt.queued ?? attempt.started,
      attributes: attributesOf(run, task, attempt),
    })
    span.end(attempt.started)
  }

  function ended(run: Run, task: RunTask, attempt: SeenAttempt): void {
    if (attempt.started === null) return
    const { status, version, hostName } = attempt
    const span = tracing.start({
      name: `attempt ${task.type}`,
      parent: run.trace,
      id: attemptSpanId(task.id, attempt.number),
      at: attempt.started,
      attributes: {
        ...attributesOf(run, task, attempt),
        'task.status': status,
        ...(version === null ? {} : { 'worker.version': version }),
        ...(hostName === null ? {} : { 'worker.host': hostName }),
      },
    })
    if (status === 'failed') span.fail()
    span.end(attempt.ended ?? clock.now())
  }

  return {
    wrote(before, after, { tasks, past }) {
      if (after.trace === null) return
      if (before !== null && before.trace !== null && before.trace !== after.trace) {
        const links = [before.trace]
        tracing.start({ name: 'reopen workqueue', parent: after.trace, links }).end()
      }
      const pastOf = new Map<string, KeptAttempt[]>()
      for (const attempt of past) pastOf.set(attempt.taskId, [...(pastOf.get(attempt.taskId) ?? []), attempt])
      for (const { task } of tasks) {
        const known = before?.tasks[task.position] ?? null
        const had = known?.attempt ?? 0
        const latest: SeenAttempt = { ...task, number: task.attempt }
        for (const attempt of [...(pastOf.get(task.id) ?? []), latest]) {
          if (attempt.number > had) handedOut(after, task, attempt)
          const wasOver = attempt.number < had || (attempt.number === had && known?.status !== 'started')
          if (!wasOver && isOver(attempt, task)) ended(after, task, attempt)
        }
      }
    },
  }
}

const isOver = ({ number, status }: SeenAttempt, { attempt }: RunTask) =>
  number > 0 && (number < attempt || status !== 'started')

const attributesOf = (run: Run, task: RunTask, { number, alias }: SeenAttempt): SpanAttributes => ({
  'workqueue.id': run.id,
  'task.id': task.id,
  'task.type': task.type,
  'task.alias': alias,
  'task.attempt': number,
})
