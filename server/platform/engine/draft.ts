import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import { countedStatuses, type TaskCountEventData } from '#shared/domains/tasks/constants.ts'
import type { Moment } from './fields.ts'
import type { Run, RunPatch } from './run.ts'
import type { RunLog } from './log.ts'
import type { RunTask, TaskPatch } from './task.ts'
import { isActive, isFailure, isSettled, type Graph, type Picture, type Tally } from './picture.ts'
import { iso } from './fields.ts'

/** What a fold of events has changed, ready to be written. */
export interface Changes {
  run: RunPatch
  /** Changed tasks as they are now, with what changed, in the order of the first change. */
  tasks: { task: RunTask; patch: TaskPatch }[]
  logs: RunLog[]
  /** Changes of status that the backlog counts, in order. */
  counted: TaskCountEventData[]
}

/**
 * A picture being changed. The picture it was opened from stays as it is; the draft keeps the counts
 * exact at every change of a task, and notes which tasks have become free to run.
 */
export class Draft {
  readonly graph: Graph
  readonly tally: Tally
  /** Tasks that nothing keeps back any more, to be looked at by `advance`. */
  readonly freed: number[] = []
  private readonly tasks: RunTask[]
  private readonly taskPatches = new Map<number, TaskPatch>()
  private readonly runPatch: RunPatch = {}
  private readonly logs: RunLog[] = []
  private readonly counted: TaskCountEventData[] = []
  private run: Run

  constructor(picture: Picture) {
    this.run = picture.run
    this.graph = picture.graph
    this.tally = { ...picture.tally, unmet: picture.tally.unmet.slice() }
    this.tasks = picture.run.tasks.slice()
  }

  /** The run without its tasks: those are read by `task`. */
  get head(): Omit<Run, 'tasks'> {
    return this.run
  }

  get size(): number {
    return this.tasks.length
  }

  task(position: number): RunTask {
    const task = this.tasks[position]
    if (!task) throw new RangeError(`no task at position ${position}`)
    return task
  }

  changeRun(patch: RunPatch): void {
    Object.assign(this.runPatch, patch)
    this.run = { ...this.run, ...patch }
  }

  /** The patch is the draft's from now on. */
  changeTask(position: number, patch: TaskPatch): void {
    const before = this.task(position)
    const after: RunTask = { ...before, ...patch }
    this.tasks[position] = after
    const known = this.taskPatches.get(position)
    if (known) Object.assign(known, patch)
    else this.taskPatches.set(position, patch)
    if (before.status !== after.status) this.recount(position, before, after)
  }

  addLogs(entries: readonly RunLog[] | undefined): void {
    if (entries) this.logs.push(...entries)
  }

  /** Tells the backlog that the task has come to its present status. */
  count(position: number, at: Moment): void {
    const { id, type, alias, status } = this.task(position)
    if (!isCounted(status)) return
    this.counted.push({ _id: id, type, alias, status, appId: this.run.appId, at: iso(at) })
  }

  close(): { picture: Picture; changes: Changes } {
    const run: Run = { ...this.run, tasks: this.tasks }
    const tasks = [...this.taskPatches].map(([position, patch]) => ({ task: this.task(position), patch }))
    return {
      picture: { run, graph: this.graph, tally: this.tally },
      changes: { run: this.runPatch, tasks, logs: this.logs, counted: this.counted },
    }
  }

  private recount(position: number, before: RunTask, after: RunTask): void {
    const errorTask = this.graph.isErrorTask[position]!
    const active = Number(isActive(after.status)) - Number(isActive(before.status))
    this.tally[errorTask ? 'activeErrorTasks' : 'activeOrdinary'] += active
    this.tally.failures += Number(isFailure(after, errorTask)) - Number(isFailure(before, errorTask))
    const settled = Number(isSettled(after)) - Number(isSettled(before))
    if (settled === 0) return
    for (const dependent of this.graph.dependents[position]!) {
      this.tally.unmet[dependent]! -= settled
      if (this.tally.unmet[dependent] === 0) this.freed.push(dependent)
    }
  }
}

function isCounted(status: TaskStatus): status is TaskCountEventData['status'] {
  return (countedStatuses as readonly TaskStatus[]).includes(status)
}
