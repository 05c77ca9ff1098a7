import { enqueue, freeOrdinary, fresh, idle, type Step } from '../advance.ts'
import { isByHand } from '#shared/domains/tasks/rules.ts'
import type { RunDraft } from '../draft.ts'
import { Refused } from '../events.ts'
import type { Graph } from '../snapshot.ts'
import { measureLate, reopen } from './deadline.ts'
import type { RunTask } from '../task.ts'

/**
 * Runs a failed task again, at once one that waits for its retry, and with `downstream` also one that has ended with all
 * tasks that come after it. With an alias a queued task moves to its queue.
 */
export function restart(
  draft: RunDraft,
  position: number,
  step: Step,
  { alias, downstream = false, trace }: { alias?: string; downstream?: boolean; trace?: string },
): Refused | null {
  const task = draft.task(position)
  const { status } = draft.head
  if (task.status === 'queued' && alias !== undefined) return moveQueued(draft, position, step, alias)
  if (status === 'cancelled' || status === 'notstarted')
    return new Refused(`The workqueue is ${status}: its tasks cannot be restarted`)
  if (task.status === 'retry') return retryNow(draft, position, step, alias)
  const after = downstream ? tasksAfter(draft.graph, position) : []
  const refused = refusalOf(task, downstream) ?? refusalOfRunning(draft, after)
  if (refused) return refused
  if (status !== 'started') {
    reopen(draft, step)
    // What follows is a trace of its own; a restart in a run that goes on belongs to its trace.
    if (trace !== undefined) draft.changeRun({ trace })
  }
  if (!draft.graph.isErrorTask[position]) resetErrorTasks(draft, step)
  for (const place of after) reset(draft, place, step)
  draft.keepAttempt(position)
  draft.changeRun({ restarts: draft.head.restarts + 1 })
  if (alias !== undefined) draft.changeTask(position, { alias })
  const round = { round: task.round + 1, roundActor: step.actor }
  draft.changeTask(position, { ...idle, ...fresh(task), ...round, tries: 0 })
  if (task.late !== null) draft.changeTask(position, { late: null })
  measureLate(draft)
  enqueue(draft, position, step)
  // Tasks that the failure held back start when it was the last failure.
  if (draft.counters.failures === 0) freeOrdinary(draft)
  return null
}

function refusalOf(task: RunTask, downstream: boolean): Refused | null {
  const { status, reason } = task
  if (status === 'failed') return null
  if (downstream && (status === 'ended' || isByHand(task))) return null
  const which = downstream ? 'a failed or ended task can be restarted with what comes after it' : undefined
  const was = isByHand(task) ? `${status} (${reason})` : status
  return new Refused(`The task is ${was}: only ${which ?? 'a failed task can be restarted'}`)
}

/** Reports of workers are never withdrawn by a restart of another task. */
function refusalOfRunning(draft: RunDraft, positions: readonly number[]): Refused | null {
  const running = positions.map((place) => draft.task(place)).find(({ status }) => status === 'started')
  return running ? new Refused(`${running.name}, which comes after the task, is started`) : null
}

/** Ends the wait of a task for its retry: this is its next try, and no new round. */
function retryNow(draft: RunDraft, position: number, step: Step, alias: string | undefined): null {
  draft.keepAttempt(position)
  if (alias !== undefined) draft.changeTask(position, { alias })
  draft.changeTask(position, { ...idle })
  enqueue(draft, position, step)
  return null
}

/**
 * Moves a task that waits for a worker to the queue of another alias, where it waits from now on. It has had no attempt
 * there, so this is no restart: its attempts and its tries stay.
 */
function moveQueued(draft: RunDraft, position: number, step: Step, alias: string): Refused | null {
  if (draft.task(position).alias === alias)
    return new Refused(`The task is queued: it waits for the alias ${alias} already`)
  draft.leaveBacklog(position, step.at)
  draft.changeTask(position, { alias, queued: step.at, updatedBy: step.actor })
  draft.count(position, step.at)
  return null
}

/** Resets the error tasks of the repaired failure; if the run fails again, they run again. */
export function resetErrorTasks(draft: RunDraft, step: Step): void {
  for (const position of draft.graph.errorPositions) reset(draft, position, step)
}

/** Sets a task back to where it was before its turn; what was written into the state stays. */
function reset(draft: RunDraft, position: number, step: Step): void {
  const task = draft.task(position)
  const { status, round } = task
  if (status === 'notstarted') return
  const stopped = { ended: step.at, reason: `Stopped by a restart of ${step.actor}`, stopped: true }
  draft.keepAttempt(position, status === 'started' ? stopped : undefined)
  if (status === 'queued') draft.leaveBacklog(position, step.at)
  draft.changeTask(position, {
    ...idle,
    status: 'notstarted',
    queued: null,
    ...fresh(task),
    tries: 0,
    round: round + 1,
    roundActor: step.actor,
    updatedBy: step.actor,
  })
}

/** All tasks that wait for a task, directly or through others. */
function tasksAfter({ dependents }: Graph, position: number): number[] {
  const found = new Set<number>()
  const next = [position]
  for (let at = next.pop(); at !== undefined; at = next.pop())
    for (const dependent of dependents[at]!) {
      if (found.has(dependent)) continue
      found.add(dependent)
      next.push(dependent)
    }
  return [...found]
}
