import type { Clock } from '#server/lib/clock.ts'
import { deadlineAbove } from '#shared/domains/tasks/rules.ts'
import { ENGINE_ACTOR, type Actor, type RunEvent } from '../events.ts'
import type { Run } from '../run.ts'
import type { RunTask } from '../task.ts'

export interface CancelParts {
  clock: Clock
  /** Posts an event that the sweep posts again when this fails. */
  postQuietly(runId: string, event: RunEvent): void
  logUnlessRefused(error: unknown): void
}

export interface Cancels {
  /** Cancels a run below another. Without an actor the engine cancels. */
  cancelQuietly(runId: string, actor?: Actor): void
  /** Cancels runs below another. The sweep cancels those that this fails to cancel. */
  cancelAll(found: Promise<string[]>, actor: Actor | null): void
}

/** Who or what has stopped the runs below a task: who cancelled its run, or a deadline; null: the engine alone. */
export const stopperOf = (run: Pick<Run, 'status' | 'updatedBy'>, { reason }: Pick<RunTask, 'reason'>) =>
  run.status === 'cancelled' ? run.updatedBy : (deadlineAbove(reason) ?? null)

/** Cancels runs whose parent is over or no longer waits for them. */
export function createCancels({ clock, postQuietly, logUnlessRefused }: CancelParts): Cancels {
  function cancelQuietly(runId: string, actor: Actor = ENGINE_ACTOR): void {
    postQuietly(runId, { type: 'cancel', at: clock.now(), actor, above: true })
  }

  return {
    cancelQuietly,
    cancelAll(found, actor) {
      found
        .then((ids) => ids.forEach((id) => cancelQuietly(id, actor ?? ENGINE_ACTOR)))
        .catch(logUnlessRefused)
    },
  }
}
