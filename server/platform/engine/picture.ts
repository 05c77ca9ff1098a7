import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { Run } from './run.ts'
import type { RunTask } from './task.ts'

/** What of a run follows from its definition alone; positions instead of names. */
export interface Graph {
  readonly positionById: ReadonlyMap<string, number>
  /** Tasks that wait for this one. Error tasks do not wait for ordinary ones: those have all had their say. */
  readonly dependents: readonly (readonly number[])[]
  readonly isErrorTask: readonly boolean[]
  readonly errorPositions: readonly number[]
}

/** Counts that save the rules from looking at every task at every step. */
export interface Tally {
  /** Of each task: how many of those it waits for are not settled. */
  readonly unmet: Uint16Array
  /** Ordinary tasks that are queued, started or wait for a retry. */
  activeOrdinary: number
  activeErrorTasks: number
  /** Ordinary tasks that failed without continueOnError. */
  failures: number
  /** At least the length of the state as JSON. */
  stateSize: number
}

/** A run with what the rules need to go on from it quickly. */
export interface Picture {
  readonly run: Run
  readonly graph: Graph
  readonly tally: Readonly<Tally>
}

const activeStatuses: ReadonlySet<TaskStatus> = new Set<TaskStatus>(['queued', 'started', 'retry'])

export const isActive = (status: TaskStatus): boolean => activeStatuses.has(status)

/** Whether those that wait for the task may go on. */
export function isSettled(task: Pick<RunTask, 'status' | 'continueOnError'>): boolean {
  return (
    task.status === 'ended' || task.status === 'skipped' || (task.status === 'failed' && task.continueOnError)
  )
}

export function pictureOf(run: Run): Picture {
  const graph = graphOf(run)
  const unmet = new Uint16Array(run.tasks.length)
  const tally = { unmet, activeOrdinary: 0, activeErrorTasks: 0, failures: 0, stateSize: 0 }
  run.tasks.forEach((task, position) => {
    if (!isSettled(task)) for (const dependent of graph.dependents[position]!) unmet[dependent]!++
    if (isActive(task.status)) tally[graph.isErrorTask[position] ? 'activeErrorTasks' : 'activeOrdinary']++
    if (isFailure(task, graph.isErrorTask[position]!)) tally.failures++
  })
  tally.stateSize = JSON.stringify(run.state).length
  return { run, graph, tally }
}

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
