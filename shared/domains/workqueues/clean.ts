import { DEFAULT_PRIORITY } from './statuses.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { DEFAULT_ALIAS } from '../tasks/constants.ts'

/** The fields of a loaded task that a definition can contain, and its id, which others may depend on. */
export interface LoadedTask {
  id: string
  name: string
  type: string
  alias?: string | null
  aliasType?: string | null
  depends?: readonly string[] | null
  condition?: unknown
  continueOnError?: boolean | null
  inputs?: unknown
  outputs?: unknown
  retry?: unknown
  timeoutMs?: number | null
  expectedMs?: number | null
  deadlineMs?: number | null
  onDeadline?: string | null
}

/** The fields of a loaded workqueue that a definition can contain. */
export interface LoadedWorkqueue {
  id: string
  name: string
  description?: string | null
  tags?: readonly string[] | null
  planId?: string | null
  initialState?: unknown
  outputsDef?: unknown
  firstTasks?: readonly string[] | null
  errorTasks?: readonly string[] | null
  expectedMs?: number | null
  deadlineMs?: number | null
  onDeadline?: string | null
  priority?: number | null
  tasks: readonly LoadedTask[]
}

const DEFAULT_RETRY = { max: 0, delayMs: 1000, factor: 2 }

/**
 * The definition that "Modify and rerun" starts from: what a user would have written, without what the run
 * added. Dependencies by id become names; empty and default values are omitted.
 */
export function cleanDefinition(workqueue: LoadedWorkqueue): JsonObject {
  const names = new Map(workqueue.tasks.map((task) => [task.id, task.name]))
  const nameOf = (reference: string) => names.get(reference) ?? reference
  return filled({
    name: workqueue.name,
    description: workqueue.description,
    tags: workqueue.tags,
    planId: workqueue.planId,
    rerunOf: workqueue.id,
    initialState: workqueue.initialState,
    outputsDef: workqueue.outputsDef,
    firstTasks: workqueue.firstTasks?.map(nameOf),
    errorTasks: workqueue.errorTasks?.map(nameOf),
    expectedMs: workqueue.expectedMs,
    deadlineMs: workqueue.deadlineMs,
    onDeadline: workqueue.onDeadline,
    priority: workqueue.priority === DEFAULT_PRIORITY ? null : workqueue.priority,
    tasks: workqueue.tasks.map((task) => cleanTask(task, nameOf)),
  })
}

function cleanTask(task: LoadedTask, nameOf: (reference: string) => string): JsonObject {
  return filled({
    name: task.name,
    type: task.type,
    alias: task.alias === DEFAULT_ALIAS ? null : task.alias,
    aliasType: task.aliasType,
    depends: task.depends?.map(nameOf),
    condition: task.condition,
    continueOnError: task.continueOnError || null,
    inputs: task.inputs,
    outputs: task.outputs,
    retry: isDefaultRetry(task.retry) ? null : task.retry,
    timeoutMs: task.timeoutMs,
    expectedMs: task.expectedMs,
    deadlineMs: task.deadlineMs,
    onDeadline: task.onDeadline,
  })
}

/**
 * Without empty fields: null, empty text, empty lists and empty objects. `tasks` stays, because a definition
 * needs it.
 */
function filled(fields: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => key === 'tasks' || !isEmpty(value)),
  ) as JsonObject
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

function isDefaultRetry(retry: unknown): boolean {
  if (typeof retry !== 'object' || retry === null) return true
  return Object.entries({ ...DEFAULT_RETRY, ...retry }).every(
    ([key, value]) => value === DEFAULT_RETRY[key as keyof typeof DEFAULT_RETRY],
  )
}
