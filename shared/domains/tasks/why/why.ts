import { isByHand, isCancelledTask } from '../rules.ts'
import { failedCause, retryingCause } from './attempts.ts'
import type { Cause, WhyFacts, WhyRun, WhyTask } from './facts.ts'
import { runningCause } from './progress.ts'
import { queuedCause } from './queued.ts'
import { runCause } from './run-cause.ts'
import { readGraph, type RunGraph } from './run-graph.ts'
import { byHandCause, cancelledRunCause, skippedCause } from './skipped.ts'
import { waitingCause, type WaitingCauses } from './waiting.ts'

/**
 * Why a task is in its state; null for a task that its worker has ended and for what is not known. Reads the whole run: `causesOf` is
 * for many tasks.
 */
export function causeOfTask(task: WhyTask, run: WhyRun, facts: WhyFacts): Cause | null {
  const tasks = run.tasks.map((other) => (other.id === task.id ? task : other))
  return taskCause(task, readGraph({ ...run, tasks }), facts)
}

/**
 * Why a task is in its state as far as the task alone tells it, without the other tasks of its run; `runStatus` may be
 * empty.
 */
export function causeOfTaskAlone(task: WhyTask, runStatus: string, facts: WhyFacts): Cause | null {
  const told = task.status !== 'notstarted' && (task.status !== 'skipped' || isToldBySkip(task))
  return told && task.name !== ''
    ? causeOfTask(task, { ...unknownRun, status: runStatus, tasks: [task] }, facts)
    : null
}

const isToldBySkip = (task: WhyTask) => isCancelledTask(task) || isByHand(task) || Boolean(task.conditionText)

const unknownRun: WhyRun = {
  status: '',
  started: null,
  ended: null,
  activeMs: null,
  updatedBy: null,
  errorTasks: [],
  firstTasks: [],
  state: null,
  tasks: [],
}

/** Why a run is in its state: the cause of its worst task; null for a run that completed. */
export function causeOfRun(run: WhyRun, facts: WhyFacts): Cause | null {
  return runCause(readGraph(run), facts)
}

/** The causes of all tasks of a run by their ids; linear in tasks and dependencies. */
export function causesOf(run: WhyRun, facts: WhyFacts): Map<string, Cause> {
  const graph = readGraph(run)
  const waiting: WaitingCauses = new Map()
  const causes = new Map<string, Cause>()
  for (const task of run.tasks) {
    const cause = taskCause(task, graph, facts, waiting)
    if (cause) causes.set(task.id, cause)
  }
  return causes
}

function taskCause(task: WhyTask, graph: RunGraph, facts: WhyFacts, waiting?: WaitingCauses): Cause | null {
  const { run } = graph
  switch (task.status) {
    case 'failed':
      return failedCause(task, { restartable: run.status !== 'cancelled' })
    case 'retry':
      return retryingCause(task, facts)
    case 'queued':
      return queuedCause(task, facts)
    case 'started':
      return runningCause(task, facts)
    case 'ended':
      return byHandCause(task, facts)
    case 'skipped':
      return skippedCause(task, graph, facts)
    case 'notstarted':
      if (run.status === 'cancelled') return cancelledRunCause(run, facts)
      return run.status === 'completed' ? null : waitingCause(task, graph, facts, waiting)
    default:
      return null
  }
}
