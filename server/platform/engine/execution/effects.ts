import { isScriptType } from '#shared/domains/tasks/contract.ts'
import { isTerminalTask } from '#shared/domains/tasks/rules.ts'
import type { Clock } from '#server/lib/clock.ts'
import { stopperOf, type Cancels } from '../children/cancels.ts'
import type { RunEvent } from '../events.ts'
import type { Run } from '../run.ts'
import type { RunTask } from '../task.ts'
import type { Timers } from '../timers.ts'
import type { RunStore } from '../types.ts'
import type { Executions } from './executions.ts'
import type { ScriptTurns } from './script-turns.ts'

export interface EffectParts {
  store: Pick<RunStore, 'liveChildren'>
  clock: Clock
  timers: Timers
  executions: Pick<Executions, 'reconcile'>
  scriptTurns: Pick<ScriptTurns, 'offer' | 'withdraw'>
  /** Tasks that were executed when a process died in trouble. */
  suspects: Set<string>
  /** The number under which this process starts built-in tasks now. */
  holder(): number | null
  /** Posts an event that the sweep posts again when this fails. */
  postQuietly(runId: string, event: RunEvent): void
  cancelAll: Cancels['cancelAll']
}

export interface Effects {
  /** Makes this process do what the stored run, and these tasks of it, require. */
  settled(run: Run, tasks: readonly RunTask[]): void
}

/**
 * What rows mean for this process: attempts to start or abort, scripts to offer, timers to set, children to cancel.
 * It is computed from the rows alone, so that it is the same after a write of this process and after a read.
 */
export function createEffects({
  store,
  clock,
  timers,
  executions,
  scriptTurns,
  suspects,
  holder,
  postQuietly,
  cancelAll,
}: EffectParts): Effects {
  function taskSettled(run: Run, task: RunTask): void {
    executions.reconcile(run, task, holder())
    if (isTerminalTask(task.status)) suspects.delete(task.id)
    const { id, attempt } = task
    if (isScriptType(task.type)) {
      if (task.status === 'queued')
        scriptTurns.offer({ accountId: run.accountId, workqueueId: run.id, taskId: id, attempt })
      else scriptTurns.withdraw(id)
    }
    if (task.status === 'retry' && task.retryTime !== null) setTimer('retryDue', task.retryTime)
    else if (task.status === 'started' && task.deadline !== null) setTimer('timedOut', task.deadline)
    else timers.clear(id)
    watchDeadline(run.id, id, task)
    if (task.status !== 'started' && task.status !== 'ended' && task.attempt > 0 && isParent(task))
      cancelAll(store.liveChildren([task.id]), stopperOf(run, task))

    function setTimer(type: 'retryDue' | 'timedOut', at: number): void {
      timers.set(id, at, () => postQuietly(run.id, { type, at: clock.now(), taskId: id, attempt }))
    }
  }

  /** Sets the timer of the deadline of a run, or of a task of it. */
  function watchDeadline(runId: string, taskId: string | null, { deadlineMs, due }: RunTask | Run): void {
    if (deadlineMs === null) return
    const key = `deadline:${taskId ?? runId}`
    if (due === null) timers.clear(key)
    else
      timers.set(key, due, () => postQuietly(runId, { type: 'deadlinePassed', at: clock.now(), taskId, due }))
  }

  return {
    settled(run, tasks) {
      watchDeadline(run.id, null, run)
      for (const task of tasks) taskSettled(run, task)
    },
  }
}

const isParent = ({ type }: RunTask) => type === 'task.workforce.plan' || type === 'task.workforce.map'
