import { hasLateTask, type QueueAnswer } from './behind.ts'
import { isPolledNow, pollersNow } from './polling.ts'

/**
 * What queues need most: a process that polls them, the repair of tasks that fail, that their deployment is published, or one
 * that keeps up; the worst first.
 */
export const pollingNeeds = ['unpolled', 'failing', 'unpublished', 'behind'] as const
export type PollingNeed = (typeof pollingNeeds)[number]

/**
 * What the queues of a worker or of a deployment need most; null: nothing. `failing`: whether tasks of them fail. A queue
 * that no process polls needs one when tasks wait in it, and without them when it was polled in the last 24 hours or
 * replicas of a deployment should poll it (`isDeployed`).
 */
export function pollingNeed(
  queues: readonly QueueAnswer[],
  { failing, isDeployed = false }: { failing: boolean; isDeployed?: boolean },
  now: number,
): PollingNeed | null {
  const codes = queues.map(({ verdict }) => verdict.code)
  const isMissed = isDeployed
    ? queues.some((queue) => isUnpolled(queue, now))
    : queues.some(({ pollers }) => pollers.length > 0) && queues.every((queue) => isUnpolled(queue, now))
  if (codes.includes('nobody') || isMissed) return 'unpolled'
  if (failing) return 'failing'
  return queues.some((queue) => isBehind(queue, now)) ? 'behind' : null
}

/** Whether what waits in a queue grows or stands still, or a task of it runs far too long. */
export const isBehind = (queue: QueueAnswer, now: number): boolean =>
  queue.verdict.code === 'growing' || queue.verdict.code === 'stalled' || hasLateTask(queue, now)

/** A process that has missed a poll is not gone yet. */
const isUnpolled = ({ pollers, builtin }: QueueAnswer, now: number) =>
  !builtin && pollersNow(pollers, now).every(({ state }) => state !== 'polls' && state !== 'silent')

/**
 * How the queues of a worker or of a deployment stand: what they need most, else whether a process polls any of them, or has
 * missed its last polls.
 */
export type PollingState = PollingNeed | 'polled' | 'silent' | 'unused'

/** The worst state first. */
export const pollingStates: readonly PollingState[] = [...pollingNeeds, 'silent', 'polled', 'unused']

/** The worse of two states, as far as they are known. */
export const worseState = (...states: readonly (PollingState | undefined)[]): PollingState | undefined =>
  pollingStates.find((state) => states.includes(state))

/** In a list with trouble first, the worst one is 0; a state without trouble, or not known, has none. */
export function troubleRank(state: PollingState | undefined): number | null {
  return state === undefined || state === 'polled' || state === 'unused' ? null : pollingStates.indexOf(state)
}

export function pollingState(
  queues: readonly QueueAnswer[],
  facts: Parameters<typeof pollingNeed>[1],
  now: number,
): PollingState {
  const need = pollingNeed(queues, facts, now)
  if (need !== null) return need
  if (queues.some((queue) => queue.builtin || isPolledNow(queue, now))) return 'polled'
  return queues.some((queue) => !isUnpolled(queue, now)) ? 'silent' : 'unused'
}
