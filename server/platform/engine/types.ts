import type { Definition, WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { Actor, WorkerEvent } from './events.ts'
import type { Moment } from './fields.ts'
import type { Run, RunPatch, StartOptions } from './run.ts'
import type { RunLog } from './log.ts'
import type { RunTask, TaskPatch } from './task.ts'

/**
 * What the routes may ask of the engine. Each call is durable when it resolves.
 * Unknown ids throw AppError NOT_FOUND, a state that forbids the call CONFLICT.
 */
export interface Engine {
  /** Checks the definition whole (INVALID_DEFINITION naming every fault) and stores and starts the run. Answers its id. */
  startWorkqueue(definition: Definition, options: StartOptions): Promise<string>
  /** Cancels a run in notstarted or started, and its child runs. */
  cancelWorkqueue(accountId: string, workqueueId: string, actor: Actor): Promise<void>
  /** Restarts a failed task, and its run with it; `alias` moves it to another worker alias. */
  restartTask(accountId: string, taskId: string, actor: Actor, alias?: string): Promise<void>
  /**
   * What happens to a task in the hands of a worker; CONFLICT when its attempt is no longer under way. Answers the task as
   * the write has left it that carried the event.
   */
  fromWorker(workqueueId: string, event: WorkerEvent): Promise<TaskOfRun>
  /** Begins to work: finds what a dead process left, keeps retry and time-out timers. */
  start(): Promise<void>
  /** Stops taking work and waits for writes under way. Held tasks are left to the next process. */
  stop(): Promise<void>
}

/** A task and the run that it belongs to, at one moment. */
export interface TaskOfRun {
  task: RunTask
  run: Run
}

/** What a plan task needs of a stored plan. Null when the account has no such plan. */
export type PlanLookup = (accountId: string, planId: string) => Promise<Definition | null>

/** The values of those of the named variables that the app has. */
export type VariableReader = (
  accountId: string,
  appId: string,
  names: readonly string[],
) => Promise<ReadonlyMap<string, string>>

/** The result of an executed built-in task. */
export type TaskResult = JsonObject

/** Takes the live messages of a committed write. Must not throw; delivery is its own affair. */
export interface LivePublisher {
  /** `outboxId` names the row that holds the same messages until they are published. */
  committed(outboxId: string | null, messages: LiveMessage[]): void
}

/** Everything that one write of a run changes; `tasks` by position. */
export interface RunWrite {
  /** The picture that the decision was taken on. */
  before: Run
  run: RunPatch
  tasks: { task: RunTask; patch: TaskPatch }[]
  logs: RunLog[]
  messages: LiveMessage[]
}

/** One attempt of one task. */
export interface TaskRef {
  workqueueId: string
  taskId: string
  attempt: number
}

/** A child run as its waiting task sees it. */
export interface ChildRun {
  id: string
  item: number
  status: WorkqueueStatus
  planId: string | null
  initialState: JsonObject
}

export interface ChildOutcome {
  name: string
  status: WorkqueueStatus
  state: JsonObject
  outputsDef: Json
}

/** The number under which this process holds tasks, alive as long as its database session. */
export interface Hold {
  number: number
  release(): Promise<void>
}

/** What the database knows that some run waits for. */
export interface Due {
  /** Started attempts whose holder is dead. */
  abandoned: (TaskRef & { holder: number })[]
  /** Retries whose moment has come. */
  retries: TaskRef[]
  /** Started attempts past their deadline. */
  timeouts: TaskRef[]
  /** Built-in tasks that are queued and that nobody has taken. */
  unclaimed: TaskRef[]
  /** Live child runs whose parent task no longer waits for them. */
  orphans: string[]
}

/** All the SQL of the engine. Every call that fails for the database's sake throws the driver's error. */
export interface RunStore {
  /** Stores a run with its tasks at once; null when `parent` names an attempt that is no longer under way. */
  create(
    run: Run,
    extra: { messages: LiveMessage[]; parentAttempt?: number },
  ): Promise<{ outboxId: string | null } | null>
  load(workqueueId: string): Promise<Run | null>
  /** Null when the run has moved on since `before`, and then nothing is changed. */
  write(write: RunWrite): Promise<{ outboxId: string | null } | null>
  /** The run of a task of this account. */
  runOfTask(accountId: string, taskId: string): Promise<string | null>
  isRunOf(accountId: string, workqueueId: string): Promise<boolean>
  /** The latest child run of each item of a task. */
  children(taskId: string): Promise<ChildRun[]>
  /** What has become of a run, for the task that waits for it. */
  outcome(workqueueId: string): Promise<ChildOutcome | null>
  /** Those of these runs that are in a terminal status. */
  terminal(workqueueIds: readonly string[]): Promise<string[]>
  /** The live children of these tasks. */
  liveChildren(taskIds: readonly string[]): Promise<string[]>
  /** Takes a new holder number; `lost` is called once when its session is gone. */
  hold(lost: () => void): Promise<Hold>
  /** At most `limit` of each kind. */
  due(now: Moment, limit: number): Promise<Due>
  /** Those of these tasks that are started under this number. */
  held(holder: number, taskIds: readonly string[]): Promise<Pick<TaskRef, 'taskId' | 'attempt'>[]>
}
