import { AppError } from '#server/lib/errors.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Moment } from './fields.ts'
import type { RunLog } from './log.ts'

/** Who made a change: a user's e-mail, `engine`, or `worker:{alias}`. */
export type Actor = string

export const ENGINE_ACTOR: Actor = 'engine'

/** Who executes an attempt outside this program: the actor of its changes, and what it says of itself. */
export interface WorkerMark {
  actor: Actor
  version?: string
  hostName?: string
}

/** What an executor says of its attempt. */
interface Said {
  taskId: string
  attempt: number
  logs?: RunLog[]
  /** Absent: an executor of this program. */
  by?: WorkerMark
}

/**
 * Everything that can happen to a run. `at` is the moment it happened: the rules read no clock. What
 * speaks of one execution names its attempt, so that a late word of an older one is refused.
 */
export type RunEvent = { at: Moment } & (
  | { type: 'begin' }
  /**
   * Somebody takes a queued task; `holder` is the engine process, null for a worker. `attempt` is the last one that
   * the taker knows of, 0 before the first: when there was another since, the event is refused.
   */
  | { type: 'taken'; taskId: string; holder: number | null; attempt?: number; by?: WorkerMark }
  | ({ type: 'progress'; progress?: number } & Said)
  | ({ type: 'ended'; result: JsonObject } & Said)
  | ({ type: 'failed'; reason: string } & Said)
  /** The executor itself asks to be run again; without a moment the task's own rule gives it. */
  | ({ type: 'postponed'; reason: string; until?: Moment } & Said)
  | { type: 'retryDue'; taskId: string; attempt: number }
  | { type: 'timedOut'; taskId: string; attempt: number }
  /** The executor of this attempt is dead. */
  | { type: 'leaseLost'; taskId: string; attempt: number; logs?: RunLog[] }
  /** The worker of this attempt was not heard of in time, or gave the task back. */
  | { type: 'leaseExpired'; taskId: string; attempt: number; logs?: RunLog[] }
  | { type: 'cancel'; actor: Actor }
  | { type: 'restart'; taskId: string; actor: Actor; alias?: string }
)

/** What happens to a task in the hands of a worker. */
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

/** This process has stopped writing; what its tasks did is found undone by the next one, which takes them over. */
export class EngineStopping extends AppError {
  constructor() {
    super('UNAVAILABLE', 'The engine is stopping')
    this.name = 'EngineStopping'
  }
}
