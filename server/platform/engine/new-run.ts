import { DEFAULT_ALIAS, type TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import { newId } from '#server/lib/ids.ts'
import type { Moment, Run, RunTask } from './model.ts'
import type { StartOptions } from './types.ts'

/** A child run's place: the task that waits for it, and how deep it stands. */
export interface Parent {
  taskId: string
  item: number
  attempt: number
  depth: number
}

/** A checked definition as a run that has not begun. */
export function newRun(
  id: string,
  definition: Definition,
  options: StartOptions,
  at: Moment,
  parent: Parent | null,
): Run {
  const initialState = definition.initialState ?? {}
  return {
    id,
    accountId: options.accountId,
    appId: options.appId,
    name: definition.name,
    description: definition.description ?? '',
    tags: definition.tags ?? [],
    planId: options.planId ?? definition.planId ?? null,
    rerunOf: options.rerunOf ?? definition.rerunOf ?? null,
    parentTaskId: parent?.taskId ?? null,
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
    state: initialState,
    seq: 0,
    tasks: definition.tasks.map((task, position) => newTask(task, position, options.actor, at)),
  }
}

function newTask(task: TaskDefinition, position: number, actor: string, at: Moment): RunTask {
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
    created: at,
    status: 'notstarted',
    attempt: 0,
    tries: 0,
    queued: null,
    started: null,
    ended: null,
    retryTime: null,
    deadline: null,
    progress: 0,
    reason: null,
    updatedBy: actor,
    resolvedInputs: null,
    holder: null,
  }
}
