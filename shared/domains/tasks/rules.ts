import { setDuration } from '#shared/lib/time-text.ts'
import { DEFAULT_ALIAS, isPlatformType, type TaskStatus } from './constants.ts'

/** A longer wait is displayed next to the start, in milliseconds. */
export const WAIT_NOTE_MS = 1000

/** With more log entries than this, buttons are repeated below them. */
export const MANY_LOGS = 10

/** Timestamps are ISO strings. */
export interface TimedTask {
  status: string
  queued?: string | null
  started: string | null
  ended: string | null
  /** Milliseconds between queued and started. */
  wait?: number | null
  attempt?: number | null
  /** Restarts so far; absent on a platform that does not answer it. */
  round?: number | null
}

/** Milliseconds to display as "waited"; null for a wait too short to display. */
export function waitToTell(task: Pick<TimedTask, 'started' | 'wait'>): number | null {
  const wait = task.wait ?? 0
  return task.started !== null && wait > WAIT_NOTE_MS ? wait : null
}

/** Content of the Duration column: a length in milliseconds, running, or none. */
export type TaskDuration =
  | { kind: 'none' }
  | { kind: 'running'; since: number }
  | { kind: 'length'; ms: number }

/** Duration of the latest attempt: `in progress` when started without end, `-` when not started. */
export function taskDuration(task: Pick<TimedTask, 'status' | 'started' | 'ended'>): TaskDuration {
  if (task.started === null || task.status === 'notstarted' || task.status === 'queued')
    return { kind: 'none' }
  const since = Date.parse(task.started)
  if (task.ended !== null) return { kind: 'length', ms: Math.max(0, Date.parse(task.ended) - since) }
  // A failed attempt that waits for its retry is not running.
  return task.status === 'started' ? { kind: 'running', since } : { kind: 'none' }
}

/** Only a failed task can be restarted, and not in a run that was cancelled. */
export function isRestartable(status: string, runStatus: string | null | undefined): boolean {
  return status === 'failed' && runStatus !== 'cancelled'
}

/**
 * Whether tasks can move to another alias together: aliases belong to a type, and those that the platform executes itself
 * have none.
 */
export function canMoveTogether(tasks: readonly { type: string }[]): boolean {
  const [first] = tasks
  return first !== undefined && !isPlatformType(first.type) && tasks.every(({ type }) => type === first.type)
}

const CANCELLED = 'Cancelled'

/** The reason of a task that a cancel stopped; `who` is null when it is not known. */
export function cancelledReason(who: string | null): string {
  return who === null ? CANCELLED : `${CANCELLED} by ${who}`
}

/** Whether a cancel stopped the task. */
export function isCancelledTask({ status, reason }: { status: string; reason?: string | null }): boolean {
  return status === 'skipped' && (reason === CANCELLED || Boolean(reason?.startsWith(`${CANCELLED} by `)))
}

const COMPLETED = 'Completed by '
const SKIPPED = 'Skipped by '

/** The reason of a task that its own deadline, or that of its workqueue, has ended. */
export const deadlineReason = (of: 'task' | 'workqueue', ms: number): string =>
  `The ${of} was not done within its deadline of ${setDuration(ms)}`

/** What has cancelled a workqueue when the task above it failed for this reason: a deadline; undefined for any other. */
export function deadlineAbove(reason: string | null): string | undefined {
  const [, of, deadline] =
    /^The (task|workqueue) was not done within its (deadline of .+)$/.exec(reason ?? '') ?? []
  return of && `the ${deadline} of a ${of} above`
}

/** The reason of a task that a person has completed. */
export const completedReason = (who: string, why: string): string => `${COMPLETED}${who}: ${why}`

/** The reason of a task that a person has skipped. */
export const skippedReason = (who: string, why: string): string => `${SKIPPED}${who}: ${why}`

/** Whether a person has ended the task, or the attempt, and no worker. Otherwise what has ended well has no reason. */
export function isByHand({ status, reason }: { status: string; reason?: string | null }): boolean {
  if (status === 'ended') return Boolean(reason?.startsWith(COMPLETED))
  return status === 'skipped' && Boolean(reason?.startsWith(SKIPPED))
}

/** The status whose mark a task has: a task that a cancel stopped has that of a cancelled workqueue. */
export const markOfTask = (task: { status: string; reason?: string | null }): string =>
  isCancelledTask(task) ? 'cancelled' : task.status

/** Whether the alias is displayed. */
export function hasOwnAlias(alias: string | null | undefined): alias is string {
  return Boolean(alias) && alias !== DEFAULT_ALIAS
}

/** `chargecard` of `task.payments.chargecard`. */
export const shortTypeName = (type: string): string => type.slice(type.lastIndexOf('.') + 1)

/** The worker of a type of tasks: `payments` of `task.payments.chargecard`; of a type without one what names it. */
export function workerOfType(type: string): string {
  const worker = type.split('.').at(-2) ?? ''
  return worker === '' || worker === 'task' ? shortTypeName(type) : worker
}

/** `2.1.0 @ crane-07`, or the known part of it; null when neither is known. */
export function versionAtHost(version: string | null, hostName: string | null): string | null {
  return [version, hostName && (version ? `@ ${hostName}` : hostName)].filter(Boolean).join(' ') || null
}

const terminal: readonly string[] = ['ended', 'failed', 'skipped'] satisfies TaskStatus[]

/** Whether a task has reached a final status; a restart may still run it again. */
export function isTerminalTask(status: string): boolean {
  return terminal.includes(status)
}

const at = (moment: string | null | undefined) => (moment ? Date.parse(moment) : null)

/** When the task was last queued or started. */
function lastBegun(task: TimedTask): number | null {
  const begun = [at(task.queued), at(task.started)].filter((moment) => moment !== null)
  return begun.length > 0 ? Math.max(...begun) : null
}

/**
 * Whether `next` is older than `known`. Events may arrive late or twice, and an answer that was read before
 * an event may arrive after it; neither may set a task back. A restart may: it has a newer attempt or a newer
 * start, and the tasks it releases change from skipped or failed to notstarted.
 */
export function isOlderTask(known: TimedTask, next: TimedTask): boolean {
  const rounds = (next.round ?? 0) - (known.round ?? 0)
  if (rounds !== 0 && next.round != null && known.round != null) return rounds < 0
  const attempts = (next.attempt ?? 0) - (known.attempt ?? 0)
  if (attempts !== 0) return attempts < 0 && next.attempt != null
  if (isTerminalTask(known.status)) return !isTerminalTask(next.status) && !isRestart(known, next)
  if (next.status === 'notstarted') return known.status !== 'notstarted'
  if (known.status !== 'started' || next.status !== 'queued') return false
  const [before, started, queued] = [at(known.queued), at(known.started), at(next.queued)]
  if (queued === null) return false
  // Queued again after a lost lease, even in the millisecond of the start.
  return before === null ? started !== null && queued <= started : queued <= before
}

function isRestart(known: TimedTask, next: TimedTask): boolean {
  const [ended, begun] = [at(known.ended), lastBegun(next)]
  if (next.status === 'notstarted') return known.status !== 'ended'
  return begun !== null && (ended === null ? known.status !== 'ended' : begun >= ended)
}

/** The fields that decide a log entry's position. */
export interface OrderedLog {
  id: string
  taskId: string
  timestamp: string
}

/**
 * Log entries of both lists, each id once, by timestamp ascending; entries of one moment keep the order in
 * which they arrived. Returns `known` itself when nothing is new.
 */
export function mergeLogs<Log extends OrderedLog>(
  known: readonly Log[],
  incoming: readonly Log[],
): readonly Log[] {
  const ids = new Set(known.map((log) => log.id))
  const fresh = incoming.filter((log) => !ids.has(log.id) && Boolean(ids.add(log.id)))
  if (fresh.length === 0) return known
  const ordered = byTime(fresh)
  // The usual cases of a long log: the new entries are all newer or all older than the known ones.
  if (isBefore(known.at(-1), ordered[0], true)) return [...known, ...ordered]
  if (isBefore(ordered.at(-1), known[0], false)) return [...ordered, ...known]
  return byTime([...known, ...ordered])
}

/** Whether `a` sorts before `b`; a missing one sorts first. `ties` decides equal timestamps. */
function isBefore(a: OrderedLog | undefined, b: OrderedLog | undefined, ties: boolean): boolean {
  if (!a || !b) return true
  const [first, second] = [Date.parse(a.timestamp), Date.parse(b.timestamp)]
  return ties ? first <= second : first < second
}

function byTime<Log extends OrderedLog>(logs: readonly Log[]): Log[] {
  return logs
    .map((log) => ({ log, at: Date.parse(log.timestamp) }))
    .sort((a, b) => a.at - b.at)
    .map(({ log }) => log)
}
