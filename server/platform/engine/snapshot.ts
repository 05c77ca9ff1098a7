import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import { countsOf } from './progress.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'
import { weightOf } from './limits/weigh.ts'

/** Data derived from a run's definition alone; positions instead of names. */
export interface Graph {
  readonly positionById: ReadonlyMap<string, number>
  /**
   * Tasks that wait for this one. Error tasks do not wait for ordinary tasks: those have all ended before an
   * error task starts.
   */
  readonly dependents: readonly (readonly number[])[]
  readonly isErrorTask: readonly boolean[]
  readonly errorPositions: readonly number[]
}

/** Counters that save the rules from reading every task at every step. */
export interface TaskCounters {
  /** Of each task: how many of its dependencies are not settled. */
  readonly unmet: Uint16Array
  /** Ordinary tasks that are queued, started or wait for a retry. */
  activeOrdinary: number
  activeErrorTasks: number
  /** Ordinary tasks that failed without continueOnError. */
  failures: number
  /** Upper bound of the size of the state as JSON, in bytes. */
  stateBytes: number
  /** Size of the initial state as JSON, in bytes. */
  initialBytes: number
  /** Of each task: the size of its resolved inputs as JSON, in bytes. */
  readonly inputBytes: Uint32Array
  /** The sum of the resolved inputs and reasons of all tasks, in bytes. */
  taskBytes: number
  /** Number of tasks in each status, in the order of `countedOrder`. */
  readonly statuses: readonly number[]
  /** Number of the last result of a task. */
  results: number
  /** The sum of the stored results, in bytes. */
  resultBytes: number
}

/** A run with the data that the rules need to advance it quickly. */
export interface Snapshot {
  readonly run: Run
  readonly graph: Graph
  readonly counters: Readonly<TaskCounters>
}

const activeStatuses: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['queued', 'started', 'retry'])

export const isActive = (status: TaskStatus): boolean => activeStatuses.has(status)

/** Whether the tasks that wait for this one may start. */
export function isSettled(task: Pick<RunTask, 'status' | 'continueOnError'>): boolean {
  return (
    task.status === 'ended' || task.status === 'skipped' || (task.status === 'failed' && task.continueOnError)
  )
}

export function snapshotOf(run: Run): Snapshot {
  const graph = graphOf(run)
  const unmet = new Uint16Array(run.tasks.length)
  const inputBytes = new Uint32Array(run.tasks.length)
  const sizes = { stateBytes: 0, initialBytes: 0, inputBytes, taskBytes: 0, results: 0, resultBytes: 0 }
  const statuses = countsOf(run.tasks)
  const counters = { unmet, statuses, activeOrdinary: 0, activeErrorTasks: 0, failures: 0, ...sizes }
  run.tasks.forEach((task, position) => {
    if (!isSettled(task)) for (const dependent of graph.dependents[position]!) unmet[dependent]!++
    if (isActive(task.status)) counters[graph.isErrorTask[position] ? 'activeErrorTasks' : 'activeOrdinary']++
    if (isFailure(task, graph.isErrorTask[position]!)) counters.failures++
    if (task.resolvedInputs) inputBytes[position] = weightOf(task.resolvedInputs)
    counters.taskBytes += inputBytes[position]! + reasonBytes(task)
    counters.results = Math.max(counters.results, task.resultNo ?? 0)
    counters.resultBytes += task.resultBytes
  })
  counters.stateBytes = weightOf(run.state)
  counters.initialBytes = run.initialState === run.state ? counters.stateBytes : weightOf(run.initialState)
  return { run, graph, counters }
}

/** What a run keeps, in bytes of JSON. */
export const keptBytes = ({ counters }: Snapshot): number =>
  counters.initialBytes + counters.stateBytes + counters.taskBytes

/** About the size of the task's reason, in bytes. */
export const reasonBytes = ({ reason }: Pick<RunTask, 'reason'>): number => reason?.length ?? 0

/** Whether the task's failure is one that fails the run. */
export function isFailure(task: Pick<RunTask, 'status' | 'continueOnError'>, errorTask: boolean): boolean {
  return task.status === 'failed' && !task.continueOnError && !errorTask
}

function graphOf(run: Run): Graph {
  const positions = new Map(run.tasks.map((task, position) => [task.name, position]))
  const errorNames = new Set(run.errorTasks)
  const isErrorTask = run.tasks.map((task) => errorNames.has(task.name))
  const dependents: number[][] = run.tasks.map(() => [])
  run.tasks.forEach((task, position) => {
    for (const name of new Set(task.depends)) {
      const on = positions.get(name)
      if (on !== undefined && !(isErrorTask[position] && !isErrorTask[on])) dependents[on]!.push(position)
    }
  })
  return {
    positionById: new Map(run.tasks.map((task, position) => [task.id, position])),
    dependents,
    isErrorTask,
    errorPositions: run.tasks.flatMap((_, position) => (isErrorTask[position] ? [position] : [])),
  }
}
