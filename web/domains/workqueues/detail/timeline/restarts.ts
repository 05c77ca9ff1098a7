import type { TimelineAttempt } from './attempts.ts'

/** One restart of failed tasks. */
export interface Restart {
  at: number
  /** Null when not known. */
  actor: string | null
  /** The tasks that it has begun again. */
  taskIds: string[]
}

/** Restarts of several tasks at once are one call for each; those this close together count as one, in milliseconds. */
const TOGETHER_MS = 2000

/** The restarts of a run, oldest first: each begins a round of attempts. */
export function restartsOf(attempts: ReadonlyMap<string, readonly TimelineAttempt[]>): Restart[] {
  const begun: { at: number; actor: string | null; taskId: string }[] = []
  for (const [taskId, own] of attempts)
    for (const { round, ofRound, queued, started, actor } of own) {
      const at = queued ?? started
      if (round > 0 && ofRound === 1 && at !== null) begun.push({ at, actor, taskId })
    }
  const found: Restart[] = []
  for (const { at, actor, taskId } of begun.sort((a, b) => a.at - b.at)) {
    const last = found.at(-1)
    const same = last && at - last.at <= TOGETHER_MS && (last.actor ?? actor) === (actor ?? last.actor)
    if (same) {
      last.taskIds.push(taskId)
      last.actor ??= actor
    } else found.push({ at, actor, taskIds: [taskId] })
  }
  return found
}
