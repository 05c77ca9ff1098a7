import { begin, idle, keptText, fresh, type Step } from './advance.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { RunDraft } from './draft.ts'
import type { WorkerInfo } from './events.ts'
import type { Moment } from './fields.ts'
import { startsAtOnce, type RetryRule, type TaskPatch } from './task.ts'
import { limitText, MAX_VALUE_DEPTH, mibText } from './limits/limits.ts'
import { GIVEN_BACK } from './history/past-attempt.ts'
import { selectOutputs, writeOutputs, type Output } from './state.ts'
import { Scale, TooLarge, weightOf } from './limits/weigh.ts'

/**
 * The next state of a task when one of its attempts has ended. Every function here changes only the draft.
 */

/** No retry waits longer than a day, whatever its factor. */
const MAX_RETRY_DELAY_MS = 86_400_000

/**
 * How often a task without a retry rule is queued again after its lease has expired: often enough for workers
 * that restart, but not forever when the task itself crashes its workers.
 */
export const MAX_LOST_LEASES = 5

/**
 * The attempt has a result: writes its outputs into the state and ends the task, or fails it when the outputs or
 * the state become too large.
 */
export function succeed(draft: RunDraft, position: number, result: JsonObject, step: Step): void {
  try {
    draft.keepResult(position, result, writeOutputsOf(draft, position, result))
  } catch (error) {
    if (error instanceof TooLarge) return fail(draft, position, error.message, step)
    throw error
  }
  endWith(draft, position, 'ended', null, step)
}

/**
 * Writes what the task's `outputs` select from a result into the state, and returns the size of the result. Changes
 * nothing when it throws TooLarge.
 */
export function writeOutputsOf(draft: RunDraft, position: number, result: JsonObject): number {
  const bytes = bytesWithin(result, draft.limits.taskOutputs)
  writeResult(draft, selectOutputs(draft.task(position).outputs, result))
  return bytes
}

/** The size of a result; throws TooLarge when it is more than the outputs of a task may be. */
function bytesWithin(result: JsonObject, limit: number): number {
  const scale = new Scale('outputs', limit)
  scale.value(result)
  return scale.bytes
}

/** Changes nothing when it throws TooLarge. */
function writeResult(draft: RunDraft, outputs: Output[]): void {
  if (outputs.length === 0) return
  const { limits, counters } = draft
  const state = writeOutputs(draft.head.state, outputs)
  let bytes = outputs.reduce((sum, output) => sum + weightAt(output), counters.stateBytes)
  // The sum includes overwritten values; the exact size is only needed when the sum is too large.
  if (bytes > limits.runState) bytes = weightOf(state)
  if (bytes > limits.runState)
    throw new TooLarge(`outputs.${largest(outputs)}`, stateText(bytes, limits.runState))
  const kept = draft.keptWith(bytes - counters.stateBytes)
  if (kept > limits.runKept) throw new TooLarge('outputs', keptText(kept, limits.runKept))
  counters.stateBytes = bytes
  draft.changeRun({ state })
}

const stateText = (bytes: number, limit: number) =>
  `would make the state ${mibText(bytes, limit)}, more than ${limitText(limit)}`

function largest(outputs: Output[]): string {
  const sizes = outputs.map(weightAt)
  return outputs[sizes.indexOf(Math.max(...sizes))]!.field.slice(0, 60)
}

/** The size of a value with the names that lead to it. Throws TooLarge when it is nested too deep there. */
function weightAt({ field, path, value }: Output): number {
  if (path.length > MAX_VALUE_DEPTH)
    throw new TooLarge(`outputs.${field.slice(0, 60)}`, `a path of more than ${MAX_VALUE_DEPTH} levels`)
  const scale = new Scale(`outputs.${field.slice(0, 60)}`, Number.POSITIVE_INFINITY)
  for (const part of path) scale.enter(part)
  scale.value(value)
  return scale.bytes + 2 * path.length
}

/** The attempt has failed: the task waits for its next try, or fails when it has none left. */
export function fail(draft: RunDraft, position: number, reason: string, step: Step): void {
  const task = draft.task(position)
  if (task.tries <= task.retry.max) postpone(draft, position, reason, retryMoment(task, step.at), step)
  else endWith(draft, position, 'failed', reason, step)
}

/** Ends the task. */
export function endWith(
  draft: RunDraft,
  position: number,
  status: 'ended' | 'failed',
  reason: string | null,
  step: Step,
) {
  const progress = status === 'ended' ? { progress: 1 } : {}
  draft.changeTask(position, { status, ended: step.at, reason, holder: null, deadline: null, ...progress })
  if (draft.task(position).updatedBy !== step.actor) draft.changeTask(position, { updatedBy: step.actor })
  draft.count(position, step.at)
}

/** Postpones the task's next try until that moment. */
export function postpone(
  draft: RunDraft,
  position: number,
  reason: string,
  until: Moment,
  { at }: Step,
): void {
  draft.changeTask(position, {
    status: 'retry',
    ended: at,
    retryTime: until,
    reason,
    holder: null,
    deadline: null,
  })
  draft.count(position, at)
}

/**
 * A new attempt after the death of its process: it counts as an execution, but not as one of the task's
 * tries. The backlog gets no event when the attempt starts at once: it still counts the task as started.
 */
export function restartAttempt(draft: RunDraft, position: number, step: Step): void {
  const task = draft.task(position)
  const { tries, type } = task
  draft.keepAttempt(position, { ended: step.at, reason: 'The process that executed it has ended' })
  draft.changeTask(position, {
    ...idle,
    ...fresh(task),
    tries: tries - 1,
    status: 'queued',
    queued: step.at,
  })
  if (step.holder !== null && startsAtOnce(type)) begin(draft, position, step)
  else draft.count(position, step.at)
}

/**
 * Queues a task again whose lease has expired. That counts as a try, so that a task that crashes its workers
 * is not repeated forever: it fails after `retry.max` retries, or after `MAX_LOST_LEASES` when it has no
 * rule.
 */
export function requeueExpired(draft: RunDraft, position: number, returned: boolean, step: Step): void {
  const task = draft.task(position)
  const { tries, retry, attempt } = task
  if (tries > (retry.max || MAX_LOST_LEASES)) {
    // With a retry rule another try may have failed with a result of its own.
    const why = retry.max === 0 ? ', as those of its other tries' : ', and no retry is left'
    const reason = `The lease of attempt ${attempt} ended without a result${why}`
    if (!returned) draft.changeTask(position, { leaseLost: true })
    return endWith(draft, position, 'failed', reason, step)
  }
  const reason = returned
    ? GIVEN_BACK
    : `The lease of attempt ${attempt} ended before its worker told a result`
  draft.keepAttempt(position, { ended: step.at, reason, returned })
  draft.changeTask(position, { ...idle, ...fresh(task), status: 'queued', queued: step.at })
  draft.count(position, step.at)
}

/** Stores which worker executes the task; unchanged fields are not written. */
export function markWorker(draft: RunDraft, position: number, by: WorkerInfo | undefined): void {
  if (!by) return
  const { updatedBy, version, hostName } = draft.task(position)
  const patch: TaskPatch = {}
  if (by.actor !== updatedBy) patch.updatedBy = by.actor
  if (by.version !== undefined && by.version !== version) patch.version = by.version
  if (by.hostName !== undefined && by.hostName !== hostName) patch.hostName = by.hostName
  if (Object.keys(patch).length > 0) draft.changeTask(position, patch)
}

/** The n-th retry waits delayMs * factor^(n-1), at most a day. */
export function retryMoment(task: { retry: RetryRule; tries: number }, at: Moment): Moment {
  const { delayMs, factor } = task.retry
  return at + Math.min(MAX_RETRY_DELAY_MS, Math.round(delayMs * factor ** Math.max(0, task.tries - 1)))
}
