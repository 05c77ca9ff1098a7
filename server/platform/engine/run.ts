import type {
  Definition,
  Workqueue,
  WorkqueueStatus,
  WorkqueueSummary,
} from '#shared/domains/workqueues/contract.ts'
import { traceIdOf } from '#server/lib/telemetry/tracing.ts'
import { DEFAULT_PRIORITY } from '#shared/domains/workqueues/statuses.ts'
import type { DeadlineEffect } from '#shared/domains/tasks/deadline-contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { iso, isoOrNull, type FieldsOf, type Moment } from './fields.ts'
import type { Actor } from './events.ts'
import { keyInputs } from './key-inputs.ts'
import { countsOf, stripOf, wireTaskCounts, type RunActivity, type RunProgress } from './progress.ts'
import { newTask, wireTask, type RunTask } from './task.ts'

/** A run with all its tasks (in order of `position`) at one moment; never changed, only replaced. */
export interface Run extends RunHead {
  readonly initialState: JsonObject
  readonly outputsDef: Json
  readonly firstTasks: readonly string[]
  readonly errorTasks: readonly string[]
  readonly state: JsonObject
  readonly tasks: readonly RunTask[]
}

/** The fields that lists show of a run, and its ids. */
export interface RunHead extends RunProgress, RunActivity {
  readonly id: string
  readonly accountId: string
  readonly appId: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly planId: string | null
  /** The version of the plan, when the run was started from it. */
  readonly planVersion: number | null
  readonly rerunOf: string | null
  /** The schedule that started it, and the time of the schedule that it was started for. */
  readonly scheduleId: string | null
  readonly scheduledFor: Moment | null
  /** The start address that started it. */
  readonly hookId: string | null
  readonly parentTaskId: string | null
  /** The run of that task. */
  readonly parentId: string | null
  /** The run at the top of a child run; null for a run that no task has started. */
  readonly rootId: string | null
  /** Which item of a map task this run works on; 0 for a plan task. */
  readonly parentItem: number | null
  /** Number of ancestors of this run. */
  readonly depth: number
  readonly created: Moment
  readonly createdBy: string | null
  readonly status: WorkqueueStatus
  readonly started: Moment | null
  readonly ended: Moment | null
  readonly updatedBy: string | null
  readonly expectedMs: number | null
  /** Milliseconds from when it was started to its deadline. */
  readonly deadlineMs: number | null
  readonly onDeadline: DeadlineEffect | null
  /** In queues: 1 (high) to 5 (low). */
  readonly priority: number
  /** When its deadline passes; null without one, and once it is over or late. */
  readonly due: Moment | null
  /** Since when it is past its deadline, or a task of it is. */
  readonly late: Moment | null
  /** Restarts of its tasks. */
  readonly restarts: number
  /** `traceparent` of the span that its trace goes on from; null without a trace, or one that is not sampled. */
  readonly trace: string | null
  /** What lists show of the initial state; null in rows of earlier versions. */
  readonly inputs: JsonObject | null
  /** Incremented by each write; a decision based on an older number is void. */
  readonly seq: number
}

export type RunPatch = {
  -readonly [
    Field in
      | 'status'
      | 'started'
      | 'ended'
      | 'updatedBy'
      | 'state'
      | 'restarts'
      | 'trace'
      | 'due'
      | 'late'
      | keyof RunProgress
      | keyof RunActivity
  ]?: Run[Field]
}

/** The columns of `workqueues` are these names in snake case. */
export const runHeadFields = {
  id: { kind: 'text', changes: 'never' },
  accountId: { kind: 'text', changes: 'never' },
  appId: { kind: 'text', changes: 'never' },
  name: { kind: 'text', changes: 'never' },
  description: { kind: 'text', changes: 'never' },
  tags: { kind: 'texts', changes: 'never' },
  planId: { kind: 'text', changes: 'never' },
  planVersion: { kind: 'integer', changes: 'never' },
  rerunOf: { kind: 'text', changes: 'never' },
  scheduleId: { kind: 'text', changes: 'never' },
  scheduledFor: { kind: 'moment', changes: 'never' },
  hookId: { kind: 'text', changes: 'never' },
  parentTaskId: { kind: 'text', changes: 'never' },
  parentId: { kind: 'text', changes: 'never' },
  rootId: { kind: 'text', changes: 'never' },
  parentItem: { kind: 'integer', changes: 'never' },
  depth: { kind: 'integer', changes: 'never' },
  created: { kind: 'moment', changes: 'never' },
  createdBy: { kind: 'text', changes: 'never' },
  status: { kind: 'text', changes: 'often' },
  started: { kind: 'moment', changes: 'often' },
  ended: { kind: 'moment', changes: 'often' },
  updatedBy: { kind: 'text', changes: 'often' },
  expectedMs: { kind: 'integer', changes: 'never' },
  deadlineMs: { kind: 'integer', changes: 'never' },
  onDeadline: { kind: 'text', changes: 'never' },
  priority: { kind: 'integer', changes: 'never' },
  due: { kind: 'moment', changes: 'seldom' },
  late: { kind: 'moment', changes: 'seldom' },
  restarts: { kind: 'integer', changes: 'seldom' },
  trace: { kind: 'text', changes: 'seldom' },
  activeMs: { kind: 'double', changes: 'seldom' },
  activeSince: { kind: 'moment', changes: 'seldom' },
  taskCounts: { kind: 'integers', changes: 'often' },
  strip: { kind: 'text', changes: 'often' },
  inputs: { kind: 'json', changes: 'never' },
  seq: { kind: 'integer', changes: 'never' },
} as const satisfies FieldsOf<RunHead>

export const runFields = {
  ...runHeadFields,
  initialState: { kind: 'json', changes: 'never' },
  outputsDef: { kind: 'json', changes: 'never' },
  firstTasks: { kind: 'texts', changes: 'never' },
  errorTasks: { kind: 'texts', changes: 'never' },
  state: { kind: 'json', changes: 'alone' },
} as const satisfies FieldsOf<Omit<Run, 'tasks'>>

/** The origin of a new workqueue. The caller has checked that app and account belong together. */
export interface StartOptions {
  /** The id of the new run; absent: a new one. */
  id?: string
  accountId: string
  appId: string
  actor: Actor
  planId?: string
  /** The version of the plan, if its definition is started as it is. */
  planVersion?: number
  rerunOf?: string
  /** Absent: that of the definition. */
  priority?: number
  /** The occurrence of a schedule that it is the run of. */
  occurrence?: Occurrence
  /** `traceparent` of what starts it; absent: its trace begins with it, if traces are on. */
  trace?: string | undefined
  /** The start address that it is started by. */
  hookId?: string
}

/** A time of a schedule. `turn`: the number of the schedule by which it was decided that the run may start. */
export interface Occurrence {
  scheduleId: string
  at: Moment
  turn: number
}

/** The parent of a child run: the task that waits for it and its run, its depth, and the run at the top. */
export interface Parent {
  taskId: string
  runId: string
  rootId: string
  item: number
  attempt: number
  depth: number
  priority: number
}

/** A checked definition as a run that has not started. */
export function newRun(
  id: string,
  definition: Definition,
  options: StartOptions,
  at: Moment,
  parent: Parent | null,
): Run {
  const initialState = definition.initialState ?? {}
  const tasks = definition.tasks.map((task, position) => newTask(task, position, options.actor, at))
  return {
    id,
    accountId: options.accountId,
    appId: options.appId,
    name: definition.name,
    description: definition.description ?? '',
    tags: definition.tags ?? [],
    planId: options.planId ?? definition.planId ?? null,
    planVersion: options.planVersion ?? null,
    rerunOf: options.rerunOf ?? definition.rerunOf ?? null,
    scheduleId: options.occurrence?.scheduleId ?? null,
    scheduledFor: options.occurrence?.at ?? null,
    hookId: options.hookId ?? null,
    parentTaskId: parent?.taskId ?? null,
    parentId: parent?.runId ?? null,
    rootId: parent?.rootId ?? null,
    parentItem: parent?.item ?? null,
    depth: parent?.depth ?? 0,
    created: at,
    createdBy: options.actor,
    initialState,
    outputsDef: definition.outputsDef ?? null,
    firstTasks: definition.firstTasks ?? [],
    errorTasks: definition.errorTasks ?? [],
    status: 'notstarted',
    started: null,
    ended: null,
    updatedBy: options.actor,
    expectedMs: definition.expectedMs ?? null,
    deadlineMs: definition.deadlineMs ?? null,
    onDeadline: definition.onDeadline ?? null,
    priority: options.priority ?? definition.priority ?? parent?.priority ?? DEFAULT_PRIORITY,
    due: definition.deadlineMs === undefined ? null : at + definition.deadlineMs,
    late: null,
    restarts: 0,
    trace: options.trace ?? null,
    activeMs: 0,
    activeSince: null,
    taskCounts: countsOf(tasks),
    strip: stripOf(tasks),
    inputs: keyInputs(initialState),
    state: initialState,
    seq: 0,
    tasks,
  }
}

/** A run as lists and live messages contain it. */
export function wireRunSummary(run: RunHead): WorkqueueSummary {
  return {
    _id: run.id,
    appId: run.appId,
    name: run.name,
    description: run.description,
    tags: [...run.tags],
    planId: run.planId,
    rerunOf: run.rerunOf,
    scheduleId: run.scheduleId,
    scheduledFor: isoOrNull(run.scheduledFor),
    hookId: run.hookId,
    parentTaskId: run.parentTaskId,
    status: run.status,
    created: iso(run.created),
    createdBy: run.createdBy,
    started: isoOrNull(run.started),
    ended: isoOrNull(run.ended),
    updatedBy: run.updatedBy,
    parent: parentOf(run),
    plan: run.planId === null ? null : { _id: run.planId, version: run.planVersion },
    activeMs: run.activeMs,
    activeSince: isoOrNull(run.activeSince),
    restarts: run.restarts,
    traceId: traceIdOf(run.trace),
    expectedMs: run.expectedMs ?? undefined,
    deadlineMs: run.deadlineMs ?? undefined,
    onDeadline: run.onDeadline ?? undefined,
    priority: run.priority,
    due: isoOrNull(run.due) ?? undefined,
    late: isoOrNull(run.late) ?? undefined,
    taskCounts: wireTaskCounts(run.taskCounts),
    strip: run.strip,
  }
}

/** The task that started a run, as answers and live messages have it. */
export const parentOf = ({ parentId, parentTaskId }: RunHead) =>
  parentId === null || parentTaskId === null ? null : { workqueueId: parentId, taskId: parentTaskId }

/** A whole run as `GET workqueues/{id}` answers it. */
export function wireRun(run: Run): Workqueue {
  return {
    ...wireRunSummary(run),
    initialState: run.initialState,
    state: run.state,
    outputsDef: run.outputsDef,
    firstTasks: [...run.firstTasks],
    errorTasks: [...run.errorTasks],
    tasks: run.tasks.map((task) => wireTask(task, run)),
  }
}
