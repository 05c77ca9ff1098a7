import type { JsonObject } from '../../../shared/lib/json.ts'
import type { Definition } from '../../../shared/domains/workqueues/contract.ts'

/** Who made a change: a user's e-mail, `engine`, or `worker:{alias}`. */
export type Actor = string

/** Where a new workqueue comes from. The caller has checked that app and account belong together. */
export interface StartOptions {
  accountId: string
  appId: string
  actor: Actor
  planId?: string
  rerunOf?: string
  parent?: { taskId: string; item: number }
}

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
  /** Begins to work: finds what a dead process left, keeps retry and time-out timers. */
  start(): Promise<void>
  /** Stops taking work and waits for writes under way. Held tasks are left to the next process. */
  stop(): Promise<void>
}

/** What a plan task needs of a stored plan. Null when the account has no such plan. */
export type PlanLookup = (accountId: string, planId: string) => Promise<Definition | null>

/** The result of an executed built-in task. */
export type TaskResult = JsonObject
