import { fanOutsOf, type FanOut } from '../fan-out.ts'
import { taskStatuses } from '../constants.ts'
import type { WhyRun, WhyTask } from './facts.ts'

/**
 * The tasks that others wait for. `complete` is false when some were left out because the run has very many ways from
 * task to task; `known` is false when one of them has a status that this version does not know.
 */
export interface Roots {
  tasks: readonly WhyTask[]
  complete: boolean
  known: boolean
}

/** The tasks of a run with what they wait for. */
export interface RunGraph {
  run: WhyRun
  isErrorTask(task: WhyTask): boolean
  /** The tasks that a task refers to, without those that it does not wait for. */
  dependenciesOf(task: WhyTask): readonly WhyTask[]
  /** Failed tasks because of which no other task starts. */
  failures: Roots
  /** Ordinary tasks that run, are queued or wait for a retry. */
  active: Roots
  /** What a task that has not started waits for, through all tasks before it that have not started either. */
  rootsOf(task: WhyTask): Roots
  /** Tasks in the order of the workflow. */
  inOrder(tasks: readonly WhyTask[]): WhyTask[]
  /** The group of equal tasks that a task belongs to. */
  fanOutOf(task: WhyTask): FanOut | null
}

const none: Roots = { tasks: [], complete: true, known: true }
const knownStatuses: readonly string[] = taskStatuses
const activeStatuses: readonly string[] = ['queued', 'started', 'retry']

export const isActiveTask = ({ status }: Pick<WhyTask, 'status'>): boolean => activeStatuses.includes(status)

/** Whether the tasks that wait for this one may start. */
const isSettledTask = ({ status, continueOnError }: WhyTask) =>
  status === 'ended' || status === 'skipped' || (status === 'failed' && continueOnError)

/** Reads the tasks of a run once; the work is linear in tasks and dependencies. */
export function readGraph(run: WhyRun): RunGraph {
  const byReference = new Map<string, WhyTask>()
  for (const task of run.tasks) byReference.set(task.id, task)
  for (const task of run.tasks) byReference.set(task.name, task)
  const errorNames = new Set(run.errorTasks)
  const isErrorTask = ({ id, name }: WhyTask) =>
    errorNames.size > 0 && (errorNames.has(name) || errorNames.has(id))
  // An error task starts when all ordinary tasks have ended, so it waits for none of them.
  const dependenciesOf = (task: WhyTask) =>
    task.depends.flatMap((reference) => {
      const found = byReference.get(reference)
      return !found || found === task || (isErrorTask(task) && !isErrorTask(found)) ? [] : [found]
    })
  const ordinary = run.tasks.filter((task) => !isErrorTask(task))
  const failed = ordinary.filter(({ status, continueOnError }) => status === 'failed' && !continueOnError)
  let positions: ReadonlyMap<WhyTask, number> | undefined
  let roots: ReadonlyMap<WhyTask, Roots> | undefined
  let fanOuts: ReadonlyMap<string, FanOut> | undefined
  return {
    run,
    isErrorTask,
    dependenciesOf,
    failures: { ...none, tasks: failed },
    active: { ...none, tasks: ordinary.filter(isActiveTask) },
    rootsOf: (task) => (roots ??= allRoots(run, dependenciesOf)).get(task) ?? none,
    inOrder(tasks) {
      const order = (positions ??= new Map(run.tasks.map((task, position) => [task, position])))
      return [...tasks].sort((a, b) => order.get(a)! - order.get(b)!)
    },
    fanOutOf(task) {
      fanOuts ??= new Map(fanOutsOf(run.tasks).flatMap((group) => group.taskIds.map((id) => [id, group])))
      return fanOuts.get(task.id) ?? null
    },
  }
}

/**
 * The roots of all tasks that have not started, each after those that it waits for. Tasks with the same roots share one
 * object. Tasks of a cycle have none.
 */
function allRoots(
  run: WhyRun,
  dependenciesOf: (task: WhyTask) => readonly WhyTask[],
): ReadonlyMap<WhyTask, Roots> {
  const waiting = run.tasks.filter(({ status }) => status === 'notstarted')
  const unsettled = new Map(
    waiting.map((task) => [task, dependenciesOf(task).filter((other) => !isSettledTask(other))]),
  )
  const missing = new Map<WhyTask, number>()
  const dependents = new Map<WhyTask, WhyTask[]>()
  let edges = 0
  for (const [task, others] of unsettled) {
    edges += others.length
    const notStarted = others.filter(({ status }) => status === 'notstarted')
    missing.set(task, notStarted.length)
    for (const other of notStarted) {
      const known = dependents.get(other)
      if (known) known.push(task)
      else dependents.set(other, [task])
    }
  }
  const work = { left: 1000 + run.tasks.length + edges }
  const roots = new Map<WhyTask, Roots>()
  const ready = waiting.filter((task) => missing.get(task) === 0)
  // The list grows while it is read.
  for (const task of ready) {
    roots.set(task, merged(unsettled.get(task)!, roots, work))
    for (const dependent of dependents.get(task) ?? []) {
      const left = missing.get(dependent)! - 1
      missing.set(dependent, left)
      if (left === 0) ready.push(dependent)
    }
  }
  return roots
}

/** The roots of a task from those of the tasks that it waits for. */
function merged(
  others: readonly WhyTask[],
  roots: ReadonlyMap<WhyTask, Roots>,
  work: { left: number },
): Roots {
  const direct = new Set<WhyTask>()
  const inherited = new Set<Roots>()
  for (const other of others) {
    const own = other.status === 'notstarted' ? roots.get(other) : undefined
    if (own) inherited.add(own)
    else if (other.status !== 'notstarted') direct.add(other)
  }
  inherited.delete(none)
  if (direct.size === 0 && inherited.size <= 1) return [...inherited][0] ?? none
  const tasks = new Set(direct)
  let complete = true
  let known = [...direct].every(({ status }) => knownStatuses.includes(status))
  for (const { tasks: more, ...rest } of inherited) {
    known &&= rest.known
    complete &&= rest.complete && (work.left -= more.length) >= 0
    if (work.left >= 0) for (const task of more) tasks.add(task)
  }
  return { tasks: [...tasks], complete, known }
}
