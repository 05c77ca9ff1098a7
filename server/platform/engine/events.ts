import type { JsonObject } from '../../../shared/lib/json.ts'
import type { Moment, RunLog } from './model.ts'
import type { Actor } from './types.ts'

/**
 * Everything that can happen to a run. `at` is the moment it happened: the rules read no clock. What
 * speaks of one execution names its attempt, so that a late word of an older one is refused.
 */
export type RunEvent = { at: Moment } & (
  | { type: 'begin' }
  /** Somebody takes a queued task; `holder` is the engine process, null for a worker. */
  | { type: 'taken'; taskId: string; holder: number | null }
  | { type: 'progress'; taskId: string; attempt: number; progress?: number; logs?: RunLog[] }
  | { type: 'ended'; taskId: string; attempt: number; result: JsonObject; logs?: RunLog[] }
  | { type: 'failed'; taskId: string; attempt: number; reason: string; logs?: RunLog[] }
  /** The executor itself asks to be run again; without a moment the task's own rule gives it. */
  | { type: 'postponed'; taskId: string; attempt: number; reason: string; until?: Moment; logs?: RunLog[] }
  | { type: 'retryDue'; taskId: string; attempt: number }
  | { type: 'timedOut'; taskId: string; attempt: number }
  /** The executor of this attempt is dead. */
  | { type: 'leaseLost'; taskId: string; attempt: number; logs?: RunLog[] }
  | { type: 'cancel'; actor: Actor }
  | { type: 'restart'; taskId: string; actor: Actor; alias?: string }
)

/** An event that the state of the run does not allow; nothing has changed. Callers answer it with 409. */
export class Refused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'Refused'
  }
}
