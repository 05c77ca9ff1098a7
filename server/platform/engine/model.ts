import type { Condition, TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'

/** Milliseconds since 1970. */
export type Moment = number

/** Who made a change: a user's e-mail, `engine`, or `worker:{alias}`. */
export type Actor = string

export const ENGINE_ACTOR: Actor = 'engine'

export interface RetryRule {
  /** How many retries follow the first try. */
  max: number
  delayMs: number
  factor: number
}

/** A task of a run as the engine holds it. The first block never changes while the run lives. */
export interface RunTask {
  readonly id: string
  readonly position: number
  readonly name: string
  readonly type: string
  readonly aliasType: string | null
  readonly depends: readonly string[]
  readonly condition: Condition
  readonly continueOnError: boolean
  readonly inputs: JsonObject
  /** Result field -> `$state.{path}`. */
  readonly outputs: Readonly<Record<string, string>>
  readonly retry: RetryRule
  readonly timeoutMs: number | null
  readonly created: Moment

  readonly status: TaskStatus
  readonly alias: string
  readonly version: string | null
  readonly hostName: string | null
  /** Executions so far; a second execution always has the next number. */
  readonly attempt: number
  /** Executions since the last restart by a person that count against `retry.max`. */
  readonly tries: number
  readonly queued: Moment | null
  readonly started: Moment | null
  readonly ended: Moment | null
  readonly retryTime: Moment | null
  /** When the attempt under way times out. */
  readonly deadline: Moment | null
  readonly progress: number
  readonly reason: string | null
  readonly updatedBy: string | null
  readonly resolvedInputs: JsonObject | null
  /** Number of the engine process that executes the attempt under way. */
  readonly holder: number | null
}

/** The columns of a task that a transition may change. */
export type TaskPatch = {
  -readonly [Field in keyof RunTask]?: RunTask[Field]
}

/** A run with all its tasks (in order of `position`) at one moment; never changed, only replaced. */
export interface Run {
  readonly id: string
  readonly accountId: string
  readonly appId: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly planId: string | null
  readonly rerunOf: string | null
  readonly parentTaskId: string | null
  /** Which item of a map task this run works on; 0 for a plan task. */
  readonly parentItem: number | null
  /** How many runs stand above this one. */
  readonly depth: number
  readonly created: Moment
  readonly createdBy: string | null
  readonly initialState: JsonObject
  readonly outputsDef: Json
  readonly firstTasks: readonly string[]
  readonly errorTasks: readonly string[]

  readonly status: WorkqueueStatus
  readonly started: Moment | null
  readonly ended: Moment | null
  readonly updatedBy: string | null
  readonly state: JsonObject
  /** Counts the writes; a decision taken at an older one is void. */
  readonly seq: number
  readonly tasks: readonly RunTask[]
}

export type RunPatch = {
  -readonly [Field in 'status' | 'started' | 'ended' | 'updatedBy' | 'state']?: Run[Field]
}

/** A log entry as it is stored. */
export interface RunLog {
  id: string
  taskId: string
  attempt: number
  timestamp: Moment
  level: 'debug' | 'info' | 'warn' | 'error'
  message: string
  stacktrace: string | null
}
