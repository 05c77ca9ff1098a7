import type { Definition, WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { LiveMessage } from '#shared/realtime/events.ts'
import type { RunChanges } from './draft.ts'
import type { Actor, WorkerEvent } from './events.ts'
import type { Moment } from './fields.ts'
import type { Occurrence, Run, RunPatch, StartOptions } from './run.ts'
import type { RunLog } from './log.ts'
import type { FailureEvent } from './history/failure-events.ts'
import type { KeptAttempt } from './history/past-attempt.ts'
import type { RunTask, TaskChange } from './task.ts'

/**
 * The calls that routes may make. Each is durable when it resolves. Unknown ids throw AppError NOT_FOUND, a
 * state that forbids the call CONFLICT.
 */
export interface Engine {
  /**
   * Checks the whole definition (INVALID_DEFINITION with every fault), then stores and starts the run.
   * Resolves with its id. Throws OccurrenceTaken, and starts nothing, when another process decided about its occurrence.
   */
  startWorkqueue(definition: Definition, options: StartOptions): Promise<string>
  /** Cancels a run in notstarted or started, and its child runs. */
  cancelWorkqueue(accountId: string, workqueueId: string, actor: Actor): Promise<void>
  /** Restarts a failed task, and its run with it. */
  restartTask(accountId: string, taskId: string, actor: Actor, how?: RestartHow): Promise<void>
  /** A person ends a task that is not running. */
  endTask(accountId: string, taskId: string, actor: Actor, act: HandAct): Promise<void>
  /**
   * Applies an event of a worker; CONFLICT when its attempt is over. Resolves with the task as the write has
   * stored it.
   */
  fromWorker(workqueueId: string, event: WorkerEvent): Promise<TaskOfRun>
  /** Starts working: finds work that a dead process left, keeps retry and time-out timers. */
  start(): Promise<void>
  /** Stops taking work and waits for writes in progress. The next process takes over the held tasks. */
  stop(): Promise<void>
}

/** `alias`: on another alias of its worker. `downstream`: with the tasks that come after it. */
export interface RestartHow {
  alias?: string
  downstream?: boolean
  /** `traceparent` of the request. */
  trace?: string
}

/** How a person ends a task: with a result, or without one. */
export type HandAct =
  | { type: 'complete'; reason: string; outputs: JsonObject }
  | { type: 'skip'; reason: string }

/** A task and the run that it belongs to, at one moment. */
export interface TaskOfRun {
  task: RunTask
  run: Run
}

/** The definition of a stored plan and its version. */
export type StoredPlan = Definition & { version?: number }

/** Finds a stored plan; null when the account has no such plan. */
export type PlanLookup = (accountId: string, planId: string) => Promise<StoredPlan | null>

/** The values of those named variables that the app has; null for a value that cannot be read. */
export type VariableReader = (
  accountId: string,
  appId: string,
  names: readonly string[],
) => Promise<ReadonlyMap<string, string | null>>

/** The result of an executed built-in task. */
export type TaskResult = JsonObject

/** Takes the live messages of a committed write. Must not throw. */
export interface LivePublisher {
  /** `outboxId` is the row that contains the same messages until they are published. */
  committed(outboxId: string | null, messages: LiveMessage[]): void
}

/** Takes every write of this process once it is committed. Must not throw. */
export interface WriteObserver {
  /** `before` is null for a new run. */
  wrote(before: Run | null, after: Run, changes: RunChanges): void
}

/** Everything that one write of a run changes; `tasks` by position. */
export interface RunWrite {
  /** The snapshot that the decision is based on. */
  before: Run
  run: RunPatch
  tasks: TaskChange[]
  past: KeptAttempt[]
  logs: RunLog[]
  messages: LiveMessage[]
  failures: FailureEvent[]
}

/** One attempt of one task. */
export interface AttemptRef {
  workqueueId: string
  taskId: string
  attempt: number
}

/** A queued task that runs a script. */
export interface WaitingScript extends AttemptRef {
  accountId: string
}

/** A child run as its waiting task sees it. */
export interface ChildRun {
  id: string
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

/** The number under which this process executes tasks, valid as long as its database session. */
export interface HolderSession {
  number: number
  release(): Promise<void>
}

/** Due work in the database. */
export interface Due {
  /** Started attempts whose holder is dead; `troubled` when it died in trouble. */
  abandoned: (AttemptRef & { holder: number; troubled: boolean })[]
  /** Retries that are due. */
  retries: AttemptRef[]
  /** Started attempts past their deadline. */
  timeouts: AttemptRef[]
  /** Passed deadlines of tasks, and with null of runs. */
  deadlines: { workqueueId: string; taskId: string | null; due: Moment }[]
  /** Queued built-in tasks that no process has taken. */
  unclaimed: AttemptRef[]
  /** Live child runs whose parent task no longer waits for them, and who has cancelled the run of that task. */
  orphans: { workqueueId: string; cancelledBy: Actor | null; reasonAbove: string | null }[]
}

/** A process that died in trouble. */
export interface Death {
  holder: number
  kind: 'blocked' | 'memory' | 'fault'
  /** The run or task that it executed then, or the only task that it held; null when several come into question. */
  subject: string | null
  /** Processes so far that died of the subject, this one included. */
  deaths: number
}

/**
 * Why a child run was not stored: its parent no longer waits for it, its root has started as many runs as it may,
 * or as many runs of its root are live as may be.
 */
export type ChildRefusal = 'parentOver' | 'tooMany' | 'full'

/** The occurrence of a new run is not waiting any more, or something else of its schedule was decided meanwhile. */
export class OccurrenceTaken extends Error {}

/** What is stored with a new run. */
export interface NewRun {
  messages: LiveMessage[]
  /** Tasks that could not be queued. */
  failures: FailureEvent[]
  /** Of a child run: the attempt of its parent, and how many runs its root may have started and have live. */
  child?: { parentAttempt: number; started: number; live: number } | undefined
  /** Of a run of a schedule. */
  occurrence?: Occurrence | undefined
}

/** All the SQL of the engine. When the database fails, a call throws the driver's error. */
export interface RunStore {
  /** Stores a run with its tasks. A child run may be refused; throws OccurrenceTaken for the run of a schedule. */
  create(run: Run, extra: NewRun): Promise<{ outboxId: string | null } | ChildRefusal>
  load(workqueueId: string): Promise<Run | null>
  /** Returns null when another process has written the run since `before`, and then nothing is changed. */
  write(write: RunWrite): Promise<{ outboxId: string | null } | null>
  /** The run of a task of this account. */
  runOfTask(accountId: string, taskId: string): Promise<string | null>
  isRunOf(accountId: string, workqueueId: string): Promise<boolean>
  /** The latest child run of an item of a task. */
  child(taskId: string, item: number): Promise<ChildRun | null>
  /** The result of a run, for the task that waits for it. */
  outcome(workqueueId: string): Promise<ChildOutcome | null>
  /** Those of these runs that have ended. */
  terminal(workqueueIds: readonly string[]): Promise<string[]>
  /** The live children of these tasks. */
  liveChildren(taskIds: readonly string[]): Promise<string[]>
  /** The live runs below a root, at any depth. */
  liveBelow(rootId: string): Promise<string[]>
  /** Takes a new holder number; `lost` is called once when its session has ended. */
  takeHolder(lost: () => void): Promise<HolderSession>
  /** Deaths in trouble that no process has counted, oldest first. */
  uncountedDeaths(): Promise<Death[]>
  countDeath(holder: number, subject: string | null): Promise<void>
  /** The run of a subject, and its task if the subject is one. */
  runOfSubject(
    subject: string,
  ): Promise<{ workqueueId: string; taskId: string | null; attempt: number | null } | null>
  /** At most `limit` of each kind. */
  due(now: Moment, limit: number): Promise<Due>
  /** Queued tasks that run scripts, the oldest of each account. */
  waitingScripts(): Promise<WaitingScript[]>
  /** Those of these tasks that are started under this number. */
  heldAttempts(holder: number, taskIds: readonly string[]): Promise<Pick<AttemptRef, 'taskId' | 'attempt'>[]>
}
