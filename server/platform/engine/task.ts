import {
  DEFAULT_ALIAS,
  isPlatformType,
  isScriptType,
  task as taskSchema,
  type TaskCondition,
  type Task,
  type TaskDefinition,
  type TaskStatus,
} from '#shared/domains/tasks/contract.ts'
import type { DeadlineEffect } from '#shared/domains/tasks/deadline-contract.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { newId } from '#server/lib/ids.ts'
import { fieldList, iso, isoOrNull, type FieldKind, type FieldsOf, type Moment } from './fields.ts'

/**
 * A task of a run in its three forms: in the engine (`RunTask`), in a row (columns derived from `taskFields`, see
 * `runs/rows.ts`) and on the wire (`Task` of the contract). A new stored field needs a line in each part of this file.
 */
export interface RunTask {
  readonly id: string
  readonly position: number
  readonly name: string
  readonly type: string
  readonly aliasType: string | null
  readonly depends: readonly string[]
  readonly condition: TaskCondition
  readonly continueOnError: boolean
  readonly inputs: JsonObject
  /** Result field -> `$state.{path}`. */
  readonly outputs: Readonly<Record<string, string>>
  readonly retry: RetryRule
  readonly timeoutMs: number | null
  readonly expectedMs: number | null
  /** Milliseconds from when it was ready to its deadline. */
  readonly deadlineMs: number | null
  readonly onDeadline: DeadlineEffect | null
  readonly created: Moment

  readonly status: TaskStatus
  readonly alias: string
  readonly version: string | null
  readonly hostName: string | null
  /** Executions so far; each execution has the next number. */
  readonly attempt: number
  /** Executions since the last restart by a person that count against `retry.max`. */
  readonly tries: number
  /** Restarts so far. */
  readonly round: number
  /** Who restarted it last; null: it was not restarted. */
  readonly roundActor: string | null
  readonly queued: Moment | null
  readonly started: Moment | null
  readonly ended: Moment | null
  readonly retryTime: Moment | null
  /** When the current attempt times out. */
  readonly deadline: Moment | null
  /** When its deadline passes; null without one, and once it is over or late. */
  readonly due: Moment | null
  /** Since when it is past its deadline. */
  readonly late: Moment | null
  readonly progress: number
  readonly reason: string | null
  /** The lease of the latest attempt ended without a result, and no other attempt follows. */
  readonly leaseLost: boolean
  /** What its condition has seen when it skipped the task, in words. */
  readonly conditionText: string | null
  readonly updatedBy: string | null
  readonly resolvedInputs: JsonObject | null
  /** Number of the last result of the run in the state that the inputs were resolved with. */
  readonly stateNo: number | null
  /** Number of its own result among those of the run. The result itself is written and not kept in memory. */
  readonly resultNo: number | null
  /** Size of the stored result as JSON. */
  readonly resultBytes: number
  /** Number of the engine process that executes the current attempt. */
  readonly holder: number | null
}

export interface RetryRule {
  /** Number of retries after the first try. */
  max: number
  delayMs: number
  factor: number
}

/** The fields of a task that a transition changes. */
export type TaskPatch = {
  -readonly [Field in keyof RunTask]?: RunTask[Field]
}

/** A changed task with its new fields; `result`: what its attempt has returned, null when that is not kept. */
export interface TaskChange {
  task: RunTask
  patch: TaskPatch
  result?: JsonObject | null
}

/** The columns are these names in snake case: `aliasType` is `alias_type`. */
export const taskFields = {
  id: { kind: 'text', changes: 'often' },
  position: { kind: 'integer', changes: 'never' },
  name: { kind: 'text', changes: 'never' },
  type: { kind: 'text', changes: 'never' },
  aliasType: { kind: 'text', changes: 'never' },
  depends: { kind: 'texts', changes: 'never' },
  condition: { kind: 'json', changes: 'never' },
  continueOnError: { kind: 'boolean', changes: 'never' },
  inputs: { kind: 'json', changes: 'never' },
  outputs: { kind: 'json', changes: 'never' },
  retry: { kind: 'json', changes: 'never' },
  timeoutMs: { kind: 'integer', changes: 'never' },
  expectedMs: { kind: 'integer', changes: 'never' },
  deadlineMs: { kind: 'integer', changes: 'never' },
  onDeadline: { kind: 'text', changes: 'never' },
  created: { kind: 'moment', changes: 'never' },
  status: { kind: 'text', changes: 'often' },
  alias: { kind: 'text', changes: 'seldom' },
  version: { kind: 'text', changes: 'seldom' },
  hostName: { kind: 'text', changes: 'seldom' },
  attempt: { kind: 'integer', changes: 'often' },
  tries: { kind: 'integer', changes: 'often' },
  round: { kind: 'integer', changes: 'seldom' },
  roundActor: { kind: 'text', changes: 'seldom' },
  queued: { kind: 'moment', changes: 'often' },
  started: { kind: 'moment', changes: 'often' },
  ended: { kind: 'moment', changes: 'often' },
  retryTime: { kind: 'moment', changes: 'seldom' },
  deadline: { kind: 'moment', changes: 'seldom' },
  due: { kind: 'moment', changes: 'seldom' },
  late: { kind: 'moment', changes: 'seldom' },
  progress: { kind: 'real', changes: 'often' },
  reason: { kind: 'text', changes: 'seldom' },
  leaseLost: { kind: 'boolean', changes: 'seldom' },
  conditionText: { kind: 'text', changes: 'seldom' },
  updatedBy: { kind: 'text', changes: 'often' },
  resolvedInputs: { kind: 'json', changes: 'inputs' },
  stateNo: { kind: 'integer', changes: 'inputs' },
  resultNo: { kind: 'integer', changes: 'result' },
  resultBytes: { kind: 'integer', changes: 'result' },
  holder: { kind: 'integer', changes: 'often' },
} as const satisfies FieldsOf<RunTask>

/** Whether the platform executes tasks of this type itself: those of the built-in types, and scripts. */
export function isBuiltin(type: string): boolean {
  return isPlatformType(type)
}

/** Whether such a task starts in the step that queues it. Scripts wait for their turn, because few run at once. */
export const startsAtOnce = (type: string): boolean => isBuiltin(type) && !isScriptType(type)

/** A task of a definition that has not been queued. */
export function newTask(task: TaskDefinition, position: number, actor: string, at: Moment): RunTask {
  return {
    id: newId(at),
    position,
    name: task.name,
    type: task.type,
    alias: task.alias ?? DEFAULT_ALIAS,
    aliasType: task.aliasType ?? null,
    version: null,
    hostName: null,
    depends: task.depends ?? [],
    condition: task.condition ?? null,
    continueOnError: task.continueOnError ?? false,
    inputs: task.inputs ?? {},
    outputs: task.outputs ?? {},
    retry: task.retry ?? { max: 0, delayMs: 1000, factor: 2 },
    timeoutMs: task.timeoutMs ?? null,
    expectedMs: task.expectedMs ?? null,
    deadlineMs: task.deadlineMs ?? null,
    onDeadline: task.onDeadline ?? null,
    created: at,
    status: 'notstarted',
    attempt: 0,
    tries: 0,
    round: 0,
    roundActor: null,
    queued: null,
    started: null,
    ended: null,
    retryTime: null,
    deadline: null,
    due: null,
    late: null,
    progress: 0,
    reason: null,
    leaseLost: false,
    conditionText: null,
    updatedBy: actor,
    resolvedInputs: null,
    stateNo: null,
    resultNo: null,
    resultBytes: 0,
    holder: null,
  }
}

/**
 * A task as answers and live messages contain it. A literal, because a loop over `taskFields` has 0.9 times its speed;
 * without one of the contract's fields it does not compile.
 */
export function wireTask(
  task: RunTask,
  run: { id: string; appId: string; description: string; status: string },
): Task {
  return {
    _id: task.id,
    workQueueId: run.id,
    workQueueDescription: run.description,
    workQueueStatus: run.status,
    appId: run.appId,
    name: task.name,
    type: task.type,
    alias: task.alias,
    aliasType: task.aliasType,
    version: task.version,
    hostName: task.hostName,
    depends: [...task.depends],
    condition: task.condition,
    continueOnError: task.continueOnError,
    inputs: task.inputs,
    outputs: { ...task.outputs },
    retry: task.retry,
    timeoutMs: task.timeoutMs,
    expectedMs: task.expectedMs ?? undefined,
    deadlineMs: task.deadlineMs ?? undefined,
    onDeadline: task.onDeadline ?? undefined,
    due: isoOrNull(task.due) ?? undefined,
    late: isoOrNull(task.late) ?? undefined,
    status: task.status,
    attempt: task.attempt,
    tries: task.tries,
    round: task.round,
    created: iso(task.created),
    queued: isoOrNull(task.queued),
    started: isoOrNull(task.started),
    ended: isoOrNull(task.ended),
    wait: waitOf(task),
    retryTime: isoOrNull(task.retryTime),
    progress: task.progress,
    reason: task.reason,
    conditionText: task.conditionText,
    updatedBy: task.updatedBy,
  }
}

/** Milliseconds between queued and started; null while one of them is missing. */
function waitOf(task: Pick<RunTask, 'queued' | 'started'>): number | null {
  return task.queued === null || task.started === null ? null : Math.max(0, task.started - task.queued)
}

/** Of each changing field that the contract has: its kind. The contract has it under the same name. */
const wireKinds = new Map<string, FieldKind>(
  fieldList<RunTask>(taskFields, 'often', 'seldom')
    .filter(({ name }) => name in taskSchema.shape)
    .map(({ name, kind }) => [name, kind]),
)

/** The changed fields of a task, as live messages contain them. */
export function wireTaskPatch(task: RunTask, patch: TaskPatch): Partial<Task> {
  const wire: Record<string, unknown> = {}
  for (const name in patch) {
    const kind = wireKinds.get(name)
    if (kind === undefined) continue
    const value = patch[name as keyof TaskPatch]
    wire[name] = kind === 'moment' ? isoOrNull(value as Moment | null) : value
  }
  if (patch.queued !== undefined || patch.started !== undefined) wire['wait'] = waitOf(task)
  return wire
}
