import type { TaskAttempt } from '#shared/domains/tasks/attempts-contract.ts'
import type { TaskStatus } from '#shared/domains/tasks/contract.ts'
import { isByHand } from '#shared/domains/tasks/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Actor } from '../events.ts'
import { isoOrNull, type FieldsOf, type Moment } from '../fields.ts'
import { isBuiltin, type RunTask } from '../task.ts'

type Lease = NonNullable<TaskAttempt['lease']>

/**
 * An attempt that another one has followed, or that a cancel has ended while it waited for its retry. The latest attempt
 * of a task is the task itself.
 */
export interface PastAttempt {
  readonly taskId: string
  readonly number: number
  readonly round: number
  readonly actor: Actor | null
  readonly ofRound: number
  readonly alias: string
  readonly version: string | null
  readonly hostName: string | null
  readonly queued: Moment | null
  readonly started: Moment | null
  readonly ended: Moment | null
  readonly status: TaskStatus
  readonly reason: string | null
  readonly lease: Lease | null
  readonly stateNo: number | null
  readonly resultNo: number | null
}

/** A past attempt with its result, if the result is not stored yet; null: it was not kept. */
export interface KeptAttempt extends PastAttempt {
  readonly result?: JsonObject | null
}

/** The columns of `task_attempts` are these names in snake case. */
export const attemptFields = {
  taskId: { kind: 'text', changes: 'never' },
  number: { kind: 'integer', changes: 'never' },
  round: { kind: 'integer', changes: 'never' },
  actor: { kind: 'text', changes: 'never' },
  ofRound: { kind: 'integer', changes: 'never' },
  alias: { kind: 'text', changes: 'never' },
  version: { kind: 'text', changes: 'never' },
  hostName: { kind: 'text', changes: 'never' },
  queued: { kind: 'moment', changes: 'never' },
  started: { kind: 'moment', changes: 'never' },
  ended: { kind: 'moment', changes: 'never' },
  status: { kind: 'text', changes: 'never' },
  reason: { kind: 'text', changes: 'never' },
  lease: { kind: 'text', changes: 'never' },
  stateNo: { kind: 'integer', changes: 'never' },
  resultNo: { kind: 'integer', changes: 'never' },
} as const satisfies FieldsOf<PastAttempt>

/** How an attempt under way ended, where the task does not say it. */
export interface AttemptEnd {
  ended: Moment
  reason: string
  /** A person stopped it; else it failed. */
  stopped?: boolean
  /** The worker gave the task back, so its lease was not lost. */
  returned?: boolean
}

/** The reason of an attempt that its worker gave back to the queue; that is neither a result nor a failure. */
export const GIVEN_BACK = 'Its worker returned the task to the queue'

/** Whether the task has the fields of an attempt that has begun, and not only of one that waits in the queue. */
export const hasBegun = ({ attempt, started }: RunTask): boolean => attempt > 0 && started !== null

/** The begun attempt of a task, which another one follows. `starter` started the run. */
export function pastAttempt(task: RunTask, starter: Actor | null, end?: AttemptEnd): PastAttempt {
  const { alias, version, hostName, queued, started, round, stateNo, resultNo } = task
  return {
    taskId: task.id,
    number: task.attempt,
    round,
    actor: beganBy(task, starter),
    ofRound: task.tries,
    alias,
    version,
    hostName,
    queued,
    started,
    ended: end?.ended ?? task.ended,
    status: statusAfter(task, end),
    reason: end?.reason ?? task.reason,
    lease: end ? leaseAfter(task, end) : leaseOf(task),
    stateNo,
    resultNo,
  }
}

/**
 * The latest attempt of a task, which is the task itself; null before its turn. `kept` is the number of the last past
 * attempt: the task may still have its fields.
 */
export function latestAttempt(task: RunTask, starter: Actor | null, kept: number): PastAttempt | null {
  const { status, queued, started } = task
  if (status === 'notstarted') return null
  if (hasBegun(task) && task.attempt > kept)
    return { ...pastAttempt(task, starter), status, lease: leaseOf(task) }
  if (status === 'skipped' && queued === null && started === null) return null
  // It waits in the queue, or it ended before it began.
  const place = { number: task.attempt + 1, ofRound: task.tries + 1 }
  const empty = { version: null, hostName: null, started: null, lease: null, resultNo: null }
  const waited = hasBegun(task) ? { queued: null } : {}
  return { ...pastAttempt(task, starter), status, ...place, ...empty, ...waited }
}

/** An attempt as answers contain it. */
export function wireAttempt(attempt: PastAttempt): TaskAttempt {
  const { number, round, ofRound, alias, version, hostName, status, reason, lease, actor } = attempt
  const moments = {
    queuedAt: isoOrNull(attempt.queued),
    startedAt: isoOrNull(attempt.started),
    endedAt: isoOrNull(attempt.ended),
  }
  return { number, round, ofRound, alias, version, hostName, ...moments, status, reason, lease, actor }
}

/** Who began the round of a task's latest attempt; null where it is not known. */
export function beganBy(task: RunTask, starter: Actor | null): Actor | null {
  // Restarts of earlier versions are not counted in `round`.
  const mayBeOlder = task.stateNo === null && task.round === 0 && task.attempt > task.tries
  return task.roundActor ?? (mayBeOlder ? null : starter)
}

/** What became of the lease of a task's latest attempt; null for one that no worker had. */
export function leaseOf(task: RunTask): Lease | null {
  if (isBuiltin(task.type) || !hasBegun(task) || isByHand(task)) return null
  if (task.leaseLost) return 'lost'
  return task.status === 'started' ? 'held' : 'returned'
}

function statusAfter({ status }: RunTask, end: AttemptEnd | undefined): TaskStatus {
  if (end) return end.stopped ? 'skipped' : 'failed'
  return status === 'retry' ? 'failed' : status
}

function leaseAfter(task: RunTask, { stopped, returned }: AttemptEnd): Lease | null {
  if (isBuiltin(task.type)) return null
  return stopped || returned ? 'returned' : 'lost'
}
