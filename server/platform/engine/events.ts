import { AppError } from '#server/lib/errors.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Moment } from './fields.ts'
import type { RunLog } from './log.ts'

/** Who made a change: a user's e-mail, `engine`, or `worker:{alias}`. */
export type Actor = string

export const ENGINE_ACTOR: Actor = 'engine'

/** The worker of an attempt: the actor of its changes, and what it reports of itself. */
export interface WorkerInfo {
  actor: Actor
  version?: string
  hostName?: string
}

/** What an executor reports about its attempt. */
interface AttemptReport {
  taskId: string
  attempt: number
  logs?: RunLog[]
  /** Absent: an executor of this program. */
  by?: WorkerInfo
}

/**
 * Everything that can happen to a run. `at` is the moment of the event: the rules read no clock. Events about
 * an execution name its attempt, so that a late event of an older one is refused.
 */
export type RunEvent = { at: Moment } & (
  | { type: 'begin' }
  /**
   * A queued task is taken; `holder` is the engine process, null for a worker. `attempt` is the last one
   * known to the taker, 0 before the first: when there was another since, the event is refused; also when the task has
   * been moved from that `alias` since.
   */
  | {
      type: 'taken'
      taskId: string
      holder: number | null
      attempt?: number
      alias?: string
      by?: WorkerInfo
    }
  | ({ type: 'progress'; progress?: number } & AttemptReport)
  | ({ type: 'ended'; result: JsonObject } & AttemptReport)
  /** `fingerprint`: what the worker calls this kind of failure. */
  | ({ type: 'failed'; reason: string; fingerprint?: string } & AttemptReport)
  /** The executor itself asks for another attempt; without a moment the task's own rule decides when. */
  | ({ type: 'postponed'; reason: string; until?: Moment; fingerprint?: string } & AttemptReport)
  | { type: 'retryDue'; taskId: string; attempt: number }
  | { type: 'timedOut'; taskId: string; attempt: number }
  /** The deadline of the task, or of the run, has passed; `due` is which one, so that a later one is left alone. */
  | { type: 'deadlinePassed'; taskId: string | null; due: Moment }
  /** The process that executes this attempt is dead. */
  | { type: 'leaseLost'; taskId: string; attempt: number; logs?: RunLog[] }
  /** The worker of this attempt did not report in time; `returned`: it gave the task back. */
  | { type: 'leaseExpired'; taskId: string; attempt: number; logs?: RunLog[]; returned?: true }
  /** `above`: the run, or the task, above this one was cancelled. */
  | { type: 'cancel'; actor: Actor; above?: true }
  /** Processes died of the task, or of the run: it fails at once, and nothing of it is executed any more. */
  | { type: 'setAside'; taskId: string | null; reason: string; logs: RunLog[] }
  /**
   * A failed task runs again, and one that waits for its retry runs now. With an alias, a queued task moves to the queue
   * of that alias. `downstream`: the tasks that come after it run again too.
   */
  | {
      type: 'restart'
      taskId: string
      actor: Actor
      alias?: string
      downstream?: boolean
      /** `traceparent` of the restart. */
      trace?: string
    }
  /** A person ends a task that has had its turn and is not running: with a result, or without one. */
  | { type: 'complete'; taskId: string; actor: Actor; reason: string; outputs: JsonObject }
  | { type: 'skip'; taskId: string; actor: Actor; reason: string }
)

/** Events of a task that a worker has leased. */
export type WorkerEvent = Extract<
  RunEvent,
  { type: 'taken' | 'progress' | 'ended' | 'failed' | 'postponed' | 'leaseExpired' }
>

/** An event that the state of the run does not allow; nothing has changed. Callers answer it with 409. */
export class Refused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refused'
  }
}

/** The reason of an aborted attempt: it is over, or no longer of this process; `actor` cancelled its run. */
export class AttemptOver extends Error {
  readonly actor: Actor | null

  constructor(actor: Actor | null) {
    super('The attempt is over')
    this.name = 'AttemptOver'
    this.actor = actor
  }
}

/** This process has stopped writing. Another process takes over the tasks that it has not ended. */
export class EngineStopping extends AppError {
  constructor() {
    super('UNAVAILABLE', 'The engine is stopping')
    this.name = 'EngineStopping'
  }
}
