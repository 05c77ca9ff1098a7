import { MAX_STATE_SIZE } from '#shared/domains/workqueues/rules.ts'
import { begin, idle, isBuiltin, type Step } from './advance.ts'
import type { Draft } from './draft.ts'
import type { WorkerMark } from './events.ts'
import type { Moment } from './fields.ts'
import type { RetryRule, TaskPatch } from './task.ts'
import { selectOutputs, writePath } from './state.ts'

/** What becomes of a task when one of its attempts is over (contract section 7). All of it changes the draft alone. */

/** No retry waits longer than a day, whatever its factor. */
const MAX_RETRY_DELAY_MS = 86_400_000

/**
 * How often a task without a retry rule of its own comes back from workers that were not heard of any more: often
 * enough for workers that are restarted, and not for ever when it is the task that kills them.
 */
export const MAX_LOST_LEASES = 5

/** The attempt has a result: its outputs are written into the state, unless that grew too large, and it has ended. */
export function succeed(
  draft: Draft,
  position: number,
  result: Parameters<typeof selectOutputs>[1],
  step: Step,
): void {
  const task = draft.task(position)
  const outputs = selectOutputs(task.outputs, result)
  if (outputs.length > 0) {
    let state = draft.head.state
    let size = draft.tally.stateSize
    for (const { path, value } of outputs) {
      state = writePath(state, path, value)
      size += JSON.stringify(value).length + path.join('').length + 8 * path.length
    }
    // The sum counts what was overwritten too; only a sum too large is worth an exact look.
    if (size > MAX_STATE_SIZE) size = JSON.stringify(state).length
    if (size > MAX_STATE_SIZE) {
      const reason = `Its outputs would make the state larger than ${MAX_STATE_SIZE / 1024} KiB`
      return fail(draft, position, reason, step)
    }
    draft.tally.stateSize = size
    draft.changeRun({ state })
  }
  endWith(draft, position, 'ended', null, step)
}

/** The attempt has failed: the task waits for its next try, or has failed when it has none left. */
export function fail(draft: Draft, position: number, reason: string, step: Step): void {
  const task = draft.task(position)
  if (task.tries <= task.retry.max) postpone(draft, position, reason, retryMoment(task, step.at), step)
  else endWith(draft, position, 'failed', reason, step)
}

/** The task is over. */
export function endWith(
  draft: Draft,
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

/** The task waits for another try, until that moment. */
export function postpone(draft: Draft, position: number, reason: string, until: Moment, { at }: Step): void {
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
 * A new attempt after a death: it is counted as an execution, but not as a try of the task's own. The
 * backlog hears nothing when it goes on at once: it still counts the task as started.
 */
export function beginAgain(draft: Draft, position: number, step: Step): void {
  const { tries, type } = draft.task(position)
  draft.changeTask(position, { ...idle, tries: tries - 1, status: 'queued', queued: step.at })
  if (step.holder !== null && isBuiltin(type)) begin(draft, position, step)
  else draft.count(position, step.at)
}

/**
 * A task whose worker was not heard of in time is offered to the next one at once. That counts as a try, so that a
 * task that brings its workers down does not do so for ever: after `retry.max` retries, or `MAX_LOST_LEASES` where
 * the task has no rule, it fails.
 */
export function comeBack(draft: Draft, position: number, step: Step): void {
  const { tries, retry, attempt } = draft.task(position)
  if (tries > (retry.max || MAX_LOST_LEASES)) {
    const reason = `The lease of attempt ${attempt} ended without a result, as those of its other tries`
    return endWith(draft, position, 'failed', reason, step)
  }
  draft.changeTask(position, { ...idle, status: 'queued', queued: step.at })
  draft.count(position, step.at)
}

/** Who works on the task; nothing is written of what is known. */
export function markWorker(draft: Draft, position: number, by: WorkerMark | undefined): void {
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
