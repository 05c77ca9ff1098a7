import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import { countedStatuses, type TaskCountEventData } from '#shared/domains/tasks/constants.ts'
import type { Moment } from './fields.ts'
import type { Run, RunPatch } from './run.ts'
import type { RunLog } from './log.ts'
import { hasBegun, pastAttempt, type AttemptEnd, type KeptAttempt } from './history/past-attempt.ts'
import { activityAfter, StatusCounts, stripOf } from './progress.ts'
import type { RunTask, TaskChange, TaskPatch } from './task.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import {
  isActive,
  isFailure,
  isSettled,
  reasonBytes,
  type Graph,
  type Snapshot,
  type TaskCounters,
} from './snapshot.ts'
import { iso } from './fields.ts'
import type { EngineLimits } from './limits/limits.ts'
import { MAX_CONDITION_WORK } from '#shared/domains/tasks/condition/evaluate.ts'
import { weightOf } from './limits/weigh.ts'

/** The changes of a sequence of events, ready to be written. */
export interface RunChanges {
  run: RunPatch
  /** Changed tasks with their new fields and their patch, in the order of the first change. */
  tasks: TaskChange[]
  /** Attempts that others have followed. */
  past: KeptAttempt[]
  /** The fingerprints that workers have named, by task and attempt. */
  named: ReadonlyMap<string, string>
  logs: RunLog[]
  /** Status changes that the backlog counts, in order. */
  counted: TaskCountEventData[]
}

/**
 * A snapshot while it is being changed; the snapshot it was made from stays as it is. The draft keeps the
 * counters exact at every change of a task and notes which tasks have become free to run.
 */
export class RunDraft {
  readonly graph: Graph
  readonly counters: TaskCounters
  /** Tasks that no longer wait for anything, for `advance` to look at. */
  readonly freed: number[] = []
  readonly limits: EngineLimits
  /** What the conditions of this step may still search. */
  readonly conditionWork = { left: MAX_CONDITION_WORK }
  /** What the explanations of false conditions may search, apart, so that they refuse no condition. */
  readonly explanationWork = { left: MAX_CONDITION_WORK / 8 }
  private readonly tasks: RunTask[]
  private readonly taskPatches = new Map<number, TaskPatch>()
  private readonly runPatch: RunPatch = {}
  private readonly statuses: StatusCounts
  private readonly results = new Map<number, JsonObject | null>()
  private readonly past: KeptAttempt[] = []
  private readonly named = new Map<string, string>()
  private readonly logs: RunLog[] = []
  private readonly counted: TaskCountEventData[] = []
  private run: Run

  constructor(snapshot: Snapshot, limits: EngineLimits) {
    this.run = snapshot.run
    this.graph = snapshot.graph
    this.limits = limits
    const { unmet, inputBytes } = snapshot.counters
    this.statuses = new StatusCounts(snapshot.counters.statuses)
    const own = { unmet: unmet.slice(), inputBytes: inputBytes.slice(), statuses: this.statuses.counts }
    this.counters = { ...snapshot.counters, ...own }
    this.tasks = snapshot.run.tasks.slice()
  }

  /** The run without its tasks, which `task` returns. */
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
    if (patch.ended != null && this.run.due !== null) patch.due = null
    Object.assign(this.runPatch, patch)
    this.run = { ...this.run, ...patch }
  }

  /** The draft keeps and changes the patch. */
  changeTask(position: number, patch: TaskPatch): void {
    const before = this.task(position)
    if (patch.status !== undefined && !isActive(patch.status)) forgetDeadline(before, patch)
    const after: RunTask = { ...before, ...patch }
    this.tasks[position] = after
    const known = this.taskPatches.get(position)
    if (known) Object.assign(known, patch)
    else this.taskPatches.set(position, patch)
    this.counters.taskBytes += reasonBytes(after) - reasonBytes(before)
    if (before.status !== after.status) this.recount(position, before, after)
  }

  /**
   * Keeps the begun attempt of a task before the next one takes its fields, or before they are lost; `end` says how it
   * ended if it is still under way.
   */
  keepAttempt(position: number, end?: AttemptEnd): void {
    const task = this.task(position)
    if (!hasBegun(task)) return
    const past = pastAttempt(task, this.run.createdBy, end)
    const result = past.status === 'ended' ? this.results.get(position) : undefined
    this.past.push(result === undefined ? past : { ...past, result })
  }

  /** Keeps the fingerprint that a worker has named for the failure of an attempt. */
  nameFailure(taskId: string, attempt: number, fingerprint: string): void {
    this.named.set(`${taskId} ${attempt}`, fingerprint)
  }

  /**
   * Numbers the result of a task and keeps it, unless the results of the run are too large together. An empty one needs
   * neither, because the lack of a result means the same.
   */
  keepResult(position: number, result: JsonObject, bytes: number): void {
    const { resultNo, resultBytes } = this.task(position)
    if (resultNo === null && Object.keys(result).length === 0) return
    const kept = this.counters.resultBytes - resultBytes + bytes <= this.limits.runResults
    this.counters.resultBytes += (kept ? bytes : 0) - resultBytes
    this.changeTask(position, { resultNo: ++this.counters.results, resultBytes: kept ? bytes : 0 })
    this.results.set(position, kept ? result : null)
  }

  /** Measures the time in which a task is queued or started; called after each event. */
  measureActivity(at: Moment): void {
    const active = this.statuses.of('queued') + this.statuses.of('started') > 0
    const activity = activityAfter(this.run, active, at)
    if (activity !== this.run) this.changeRun(activity)
  }

  /** Notes the size of a task's inputs, which have just been resolved. */
  keepInputs(position: number, bytes: number): void {
    this.counters.taskBytes += bytes - this.counters.inputBytes[position]!
    this.counters.inputBytes[position] = bytes
  }

  /** What the run would keep with that many bytes more; exact when that is more than its limit. */
  keptWith(more: number): number {
    const sum = () => this.counters.initialBytes + this.counters.stateBytes + this.counters.taskBytes + more
    if (sum() > this.limits.runKept) this.counters.stateBytes = weightOf(this.run.state)
    return sum()
  }

  addLogs(entries: readonly RunLog[] | undefined): void {
    if (entries) this.logs.push(...entries)
  }

  /** Adds the task's current status to the counts of the backlog. */
  count(position: number, at: Moment): void {
    const { status } = this.task(position)
    if (isCounted(status)) this.countAs(position, status, at)
  }

  /** Adds a status to the counts of the backlog in which the task is not itself. */
  countAs(position: number, status: TaskCountEventData['status'], at: Moment): void {
    const { id, type, alias } = this.task(position)
    this.counted.push({ _id: id, type, alias, status, appId: this.run.appId, at: iso(at) })
  }

  /** Subtracts a task that ends without a result from the counts of the backlog, where only `ended` does that. */
  leaveBacklog(position: number, at: Moment): void {
    const { status } = this.task(position)
    if (status === 'queued') this.countAs(position, 'started', at)
    if (status === 'queued' || status === 'started') this.countAs(position, 'ended', at)
  }

  close(): { snapshot: Snapshot; changes: RunChanges } {
    this.changeProgress()
    const run: Run = { ...this.run, tasks: this.tasks }
    const tasks = [...this.taskPatches].map(([position, patch]) => this.changeOf(position, patch))
    const { past, named, logs, counted } = this
    return {
      snapshot: { run, graph: this.graph, counters: this.counters },
      changes: { run: this.runPatch, tasks, past, named, logs, counted },
    }
  }

  private changeOf(position: number, patch: TaskPatch): TaskChange {
    const [task, result] = [this.task(position), this.results.get(position)]
    return result === undefined ? { task, patch } : { task, patch, result }
  }

  private changeProgress(): void {
    const { counts } = this.statuses
    if (counts.some((count, place) => count !== this.run.taskCounts[place]))
      this.changeRun({ taskCounts: counts })
    const strip = stripOf(this.tasks)
    if (strip !== this.run.strip) this.changeRun({ strip })
  }

  private recount(position: number, before: RunTask, after: RunTask): void {
    this.statuses.add(before.status, -1)
    this.statuses.add(after.status, 1)
    const errorTask = this.graph.isErrorTask[position]!
    const active = Number(isActive(after.status)) - Number(isActive(before.status))
    this.counters[errorTask ? 'activeErrorTasks' : 'activeOrdinary'] += active
    this.counters.failures += Number(isFailure(after, errorTask)) - Number(isFailure(before, errorTask))
    const settled = Number(isSettled(after)) - Number(isSettled(before))
    if (settled === 0) return
    for (const dependent of this.graph.dependents[position]!) {
      this.counters.unmet[dependent]! -= settled
      if (this.counters.unmet[dependent] === 0) this.freed.push(dependent)
    }
  }
}

/** A task that is over has no deadline ahead of it; one that waits for its turn again is not late any more. */
function forgetDeadline({ due, late }: RunTask, patch: TaskPatch): void {
  if (due !== null) patch.due = null
  if (late !== null && patch.status === 'notstarted') patch.late = null
}

function isCounted(status: TaskStatus): status is TaskCountEventData['status'] {
  return (countedStatuses as readonly TaskStatus[]).includes(status)
}
