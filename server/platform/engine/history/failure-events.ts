import { isByHand, isCancelledTask } from '#shared/domains/tasks/rules.ts'
import type { FieldsOf, Moment } from '../fields.ts'
import type { Run } from '../run.ts'
import type { Snapshot } from '../snapshot.ts'
import type { RunTask } from '../task.ts'
import type { RunChanges } from '../draft.ts'
import { GIVEN_BACK, hasBegun, type PastAttempt } from './past-attempt.ts'

/**
 * What a write hands on to the groups of failures: an attempt that has failed, or a task that has ended well and may
 * repair a failure, its own or that of another run. A task that a cancel has stopped after a failure is handed on as
 * `passed` with its reason: it is no failure any more.
 */
export interface FailureEvent {
  readonly kind: 'failed' | 'passed'
  readonly accountId: string
  readonly appId: string
  readonly planId: string | null
  readonly workqueueId: string
  readonly runCreated: Moment
  readonly rerunOf: string | null
  /** The task that started the run and its item: runs of one map are not later runs of each other. */
  readonly parentTaskId: string | null
  readonly parentItem: number | null
  readonly taskId: string
  readonly taskName: string
  readonly type: string
  readonly alias: string
  readonly version: string | null
  readonly hostName: string | null
  readonly attempt: number
  readonly at: Moment
  readonly reason: string | null
  /** The fingerprint that its worker has named. */
  readonly named: string | null
}

/** The columns of `failure_events` are these names in snake case. */
export const failureEventFields = {
  kind: { kind: 'text', changes: 'never' },
  accountId: { kind: 'text', changes: 'never' },
  appId: { kind: 'text', changes: 'never' },
  planId: { kind: 'text', changes: 'never' },
  workqueueId: { kind: 'text', changes: 'never' },
  runCreated: { kind: 'moment', changes: 'never' },
  rerunOf: { kind: 'text', changes: 'never' },
  parentTaskId: { kind: 'text', changes: 'never' },
  parentItem: { kind: 'integer', changes: 'never' },
  taskId: { kind: 'text', changes: 'never' },
  taskName: { kind: 'text', changes: 'never' },
  type: { kind: 'text', changes: 'never' },
  alias: { kind: 'text', changes: 'never' },
  version: { kind: 'text', changes: 'never' },
  hostName: { kind: 'text', changes: 'never' },
  attempt: { kind: 'integer', changes: 'never' },
  at: { kind: 'moment', changes: 'never' },
  reason: { kind: 'text', changes: 'never' },
  named: { kind: 'text', changes: 'never' },
} as const satisfies FieldsOf<FailureEvent>

/** What is handed on of a reason; more does not change its group. */
const MOST_REASON = 4000
const cut = (reason: string | null) => reason?.slice(0, MOST_REASON) ?? null

/** Takes what writes hand on. */
export interface FailureFeed {
  /** Whether the success of a task of this name may repair a failure of another run; must be cheap. */
  matters(run: Run, taskName: string): boolean
  /** A write that hands something on is durable. */
  committed(): void
}

/** Every failed attempt is handed on; successes only of tasks that have failed themselves. */
export const noFailureFeed: FailureFeed = { matters: () => false, committed() {} }

/** What a write hands on. Without failures this looks only at the statuses of the changed tasks. */
export function failureEventsOf(
  before: Run | null,
  { run, graph }: Snapshot,
  { past, tasks, named }: Pick<RunChanges, 'past' | 'tasks' | 'named'>,
  feed: FailureFeed,
): FailureEvent[] {
  const events: FailureEvent[] = []
  const nameOf = (taskId: string, attempt: number) => named.get(`${taskId} ${attempt}`) ?? null
  for (const attempt of past) {
    if (attempt.status !== 'failed' || attempt.reason === GIVEN_BACK) continue
    const task = run.tasks[graph.positionById.get(attempt.taskId) ?? -1]
    if (!task || wasHandedOn(before?.tasks[task.position], attempt)) continue
    const { number, ended, started, reason } = attempt
    const at = ended ?? started ?? task.created
    const fields = { ...ofRun(run), ...ofTask(task, attempt), attempt: number, at, reason: cut(reason) }
    events.push({ kind: 'failed', ...fields, named: nameOf(task.id, number) })
  }
  for (const { task } of tasks) {
    const { status, ended, created, reason, attempt } = task
    const byHand = isByHand(task)
    const cancelled = isCancelledTask(task)
    const passed = status === 'ended' || byHand || cancelled
    if (
      cancelled
        ? !hasFailedBefore(before, task, past)
        : passed
          ? !mayRepair(before, run, task, feed)
          : !hasFailedNow(before, task)
    )
      continue
    const number = hasBegun(task) ? attempt : attempt + 1
    const kind = passed ? 'passed' : 'failed'
    const fields = {
      ...ofRun(run),
      ...((byHand || cancelled) && repairsOnly(status)),
      ...ofTask(task, task),
      attempt: number,
      at: ended ?? created,
      reason: cut(reason),
    }
    events.push({ kind, ...fields, named: nameOf(task.id, attempt) })
  }
  return events
}

const hasFailed = (task: RunTask | undefined) => task?.status === 'failed' || task?.status === 'retry'

/** A past attempt that was the latest one of its task before this write. */
const wasHandedOn = (before: RunTask | undefined, attempt: PastAttempt) =>
  hasFailed(before) && before?.attempt === attempt.number

function hasFailedNow(before: Run | null, task: RunTask): boolean {
  if (!hasFailed(task)) return false
  const was = before?.tasks[task.position]
  return was?.status !== task.status || was.attempt !== task.attempt || was.round !== task.round
}

/** Whether a task that was cancelled in this write may have had an attempt that failed. */
function hasFailedBefore(before: Run | null, task: RunTask, past: readonly PastAttempt[]): boolean {
  const was = before?.tasks[task.position]?.status
  if (task.attempt === 0 || was === 'skipped') return false
  return was !== 'started' || task.attempt > 1 || past.some(({ taskId }) => taskId === task.id)
}

function mayRepair(before: Run | null, run: Run, task: RunTask, feed: FailureFeed): boolean {
  if (before?.tasks[task.position]?.status === task.status) return false
  return task.attempt > 1 || task.round > 0 || feed.matters(run, task.name)
}

/**
 * What a person has completed repairs the failures of this task and of those that its run is a rerun of, but says nothing
 * of other runs of its plan; what a person has skipped, or a cancel has stopped, concerns only its own.
 */
const repairsOnly = (status: string) => ({ planId: null, ...(status === 'skipped' && { rerunOf: null }) })

function ofRun(run: Run) {
  const { accountId, appId, planId, id: workqueueId, created, rerunOf, parentTaskId, parentItem } = run
  return { accountId, appId, planId, workqueueId, runCreated: created, rerunOf, parentTaskId, parentItem }
}

function ofTask(
  { id: taskId, name: taskName, type }: RunTask,
  { alias, version, hostName }: Pick<PastAttempt, 'alias' | 'version' | 'hostName'>,
) {
  return { taskId, taskName, type, alias, version, hostName }
}
