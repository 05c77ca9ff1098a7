import type { Clock } from '#server/lib/clock.ts'
import { ENGINE_ACTOR, type Actor, type RunEvent } from '../events.ts'
import type { Run } from '../run.ts'

export interface CancelParts {
  clock: Clock
  /** Posts an event that the sweep posts again when this fails. */
  postQuietly(runId: string, event: RunEvent): void
  logUnlessRefused(error: unknown): void
}

export interface Cancels {
  /** Cancels a run below another. Without an actor the engine cancels. */
  cancelQuietly(runId: string, actor?: Actor): void
  /** Cancels runs below `run`, for who cancelled it. The sweep cancels those that this fails to cancel. */
  cancelAll(found: Promise<string[]>, run: Run): void
}

/** Cancels runs whose parent is over or no longer waits for them. */
export function createCancels({ clock, postQuietly, logUnlessRefused }: CancelParts): Cancels {
  function cancelQuietly(runId: string, actor: Actor = ENGINE_ACTOR): void {
    postQuietly(runId, { type: 'cancel', at: clock.now(), actor, above: true })
  }

  return {
    cancelQuietly,
    cancelAll(found, { status, updatedBy }) {
      const actor = (status === 'cancelled' && updatedBy) || ENGINE_ACTOR
      found.then((ids) => ids.forEach((id) => cancelQuietly(id, actor))).catch(logUnlessRefused)
    },
  }
}
