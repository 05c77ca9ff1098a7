import { isCancelledTask } from '#shared/domains/tasks/rules.ts'
import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import { isTerminal } from '#shared/domains/workqueues/live-list.ts'
import type { Json } from '#shared/lib/json.ts'
import { isSameJson } from '#web/lib/json-values.ts'
import type { TimelineAttempt } from '../detail/timeline/attempts.ts'
import { isUnusuallyLong, type RunTime, runTime, shownMs } from './run-times.ts'
import {
  type Both,
  type ComparedRun,
  type ComparedTask,
  otherSide,
  pairTasks,
  type Side,
  sides,
  type TaskPair,
} from './task-pairs.ts'

/**
 * How a task of two runs differs, the most telling first. `status`: its end differs, or one has failed an attempt.
 * `unreached`: one run never came to it. `only`: one run lacks it, or needed no error task. `open`: it has not ended in
 * a run under way. `version`, `alias`, `inputs`: it ended equally, but on another version, alias or definition. `time`: the
 * run that the comparison is about took unusually long, or it runs for unusually long.
 */
export const taskDifferences = [
  'same',
  'version',
  'alias',
  'inputs',
  'time',
  'open',
  'status',
  'unreached',
  'only',
] as const
export type TaskDifference = (typeof taskDifferences)[number]

/** A task of both runs with what differs. */
export interface ComparedRow extends TaskPair {
  difference: TaskDifference
  /** The side of `unreached` that lacks it, and of `only` that has it. */
  side: Side | null
  ran: Both<RunTime>
  /** Milliseconds that the right one took longer, by the times as they are shown; null where one did not run, or runs and may still become the longer. */
  longerMs: number | null
  /** The side on which it took, or takes, unusually long. */
  longSide: Side | null
}

/** Two runs and what is known about them. */
export interface Comparison {
  runs: Both<ComparedRun>
  /** The side of the run that the comparison is about. */
  here: Side
  /** The attempts of both runs by the id of the task, oldest first; of a platform that keeps none only the latest. */
  attempts: ReadonlyMap<string, readonly TimelineAttempt[]>
  /** By the name of the task; empty without statistics. */
  usual: ReadonlyMap<string, UsualTask>
  /** Milliseconds since 1970. */
  now: number
}

/** The end of a task; null while it has none. A failed attempt that is retried counts as one. */
export function outcomeOf(task: ComparedTask): string | null {
  if (isCancelledTask(task)) return 'cancelled'
  return ['ended', 'failed', 'skipped', 'retry'].includes(task.status) ? task.status : null
}

/** Whether its run did not come to a task: it was not started, or a cancel came first. */
export function isUnreached(task: ComparedTask): boolean {
  return task.status === 'notstarted' || (isCancelledTask(task) && task.started === null)
}

/** Whether neither run came to a task, whatever came first: what is before it, or a cancel. */
export function isReachedByNone({ left, right, errorTask }: TaskPair): boolean {
  return !errorTask && left !== null && right !== null && isUnreached(left) && isUnreached(right)
}

/** Whether an error task was not needed: its run has not failed, or not yet. */
export function isNotNeeded(task: ComparedTask): boolean {
  return task.status === 'notstarted' || (task.status === 'skipped' && task.started === null)
}

/** The side on which a task has failed that has not failed on the other; null where it failed on both or on none. */
export function failedSide({ difference, left, right }: ComparedRow): Side | null {
  if (difference !== 'status') return null
  return right?.status === 'failed' ? 'right' : left?.status === 'failed' ? 'left' : null
}

/** The definition of a task, without what a restart on another alias changes. */
function hasSameDefinition(left: ComparedTask, right: ComparedTask): boolean {
  const same = (a: unknown, b: unknown) => isSameJson((a ?? null) as Json, (b ?? null) as Json)
  return (
    left.type === right.type &&
    same(left.inputs, right.inputs) &&
    same(left.outputs, right.outputs) &&
    same(left.condition, right.condition)
  )
}

function differenceOf(
  { left, right, errorTask }: TaskPair,
  { runs }: Comparison,
  longSide: Side | null,
): Pick<ComparedRow, 'difference' | 'side'> {
  if (!left || !right) return { difference: 'only', side: left ? 'left' : 'right' }
  const [before, now] = [outcomeOf(left), outcomeOf(right)]
  if (errorTask && isNotNeeded(left) !== isNotNeeded(right))
    return { difference: 'only', side: isNotNeeded(left) ? 'right' : 'left' }
  // A cancel came before it was known whether it would be needed.
  if (errorTask && isNotNeeded(left) && isCancelledTask(left) === isCancelledTask(right))
    return { difference: 'same', side: null }
  if (isUnreached(left) !== isUnreached(right))
    return { difference: 'unreached', side: isUnreached(left) ? 'left' : 'right' }
  if (isUnreached(left)) return { difference: 'same', side: null }
  if (before === null || now === null) {
    if (longSide !== null) return { difference: 'time', side: null }
    const waits =
      left.status === right.status && isTerminal(runs.left.status) === isTerminal(runs.right.status)
    return { difference: waits ? 'same' : 'open', side: null }
  }
  if (before !== now) return { difference: 'status', side: null }
  if (left.version !== right.version) return { difference: 'version', side: null }
  if (left.alias !== right.alias) return { difference: 'alias', side: null }
  if (!hasSameDefinition(left, right)) return { difference: 'inputs', side: null }
  return { difference: longSide === null ? 'same' : 'time', side: null }
}

/**
 * The side on which a task took longer than usual, or runs for longer, whatever else differs. Of what has ended only that of
 * the run that the comparison is about: where it was faster than the other, nothing is wrong.
 */
function longSideOf(
  { name }: TaskPair,
  ran: Both<RunTime>,
  longerMs: number | null,
  { here, usual }: Comparison,
): Side | null {
  if (longerMs === null) return null
  const isLong = (side: Side) =>
    (side === here || ran[side].running) &&
    isUnusuallyLong(ran[side].ms ?? 0, ran[otherSide(side)].ms ?? 0, usual.get(name))
  return sides.find(isLong) ?? null
}

function longerBy({ left, right }: TaskPair, ran: Both<RunTime>): number | null {
  const [before, now] = [shownMs(ran.left), shownMs(ran.right)]
  if (!left || !right || before === null || now === null) return null
  return outcomeOf(before < now ? left : right) === null ? null : now - before
}

/** The tasks of both runs in the order of the workflow, each with what differs. */
export function compareTasks(comparison: Comparison): ComparedRow[] {
  const { runs, attempts, now } = comparison
  const timeOf = (task: ComparedTask | null) => runTime((task && attempts.get(task.id)) ?? [], now)
  return pairTasks(runs).map((pair) => {
    const ran = { left: timeOf(pair.left), right: timeOf(pair.right) }
    const longerMs = longerBy(pair, ran)
    const longSide = longSideOf(pair, ran, longerMs, comparison)
    return { ...pair, ...differenceOf(pair, comparison, longSide), ran, longerMs, longSide }
  })
}
