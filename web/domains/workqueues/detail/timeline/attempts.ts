import type { WorkqueueDetail } from '../operations.ts'

type RunTask = WorkqueueDetail['tasks'][number]
/** The fields of a task that the timeline shows. */
export type TimelineTask = Pick<
  RunTask,
  'id' | 'name' | 'type' | 'alias' | 'depends' | 'status' | 'attempt' | 'retry' | 'reason' | 'version'
> &
  Pick<RunTask, 'hostName' | 'queued' | 'started' | 'ended' | 'retryTime' | 'due' | 'late'>

/** An attempt in an answer; moments are ISO strings. */
export interface AttemptRow {
  number: number | null
  round: number | null
  ofRound: number | null
  alias: string
  version: string | null
  hostName: string | null
  queuedAt: string | null
  startedAt: string | null
  endedAt: string | null
  status: string
  reason: string | null
  lease: string | null
  actor: string | null
}

/** One execution of a task; moments in milliseconds since 1970. */
export interface TimelineAttempt {
  /** Counts from 1 over all restarts. */
  number: number
  /** Restarts of the task before it. */
  round: number
  /** Counts from 1 since the last restart. */
  ofRound: number
  queued: number | null
  started: number | null
  ended: number | null
  /** `queued`, `started`, or how it ended. A failed attempt that a retry follows is `failed`. */
  status: string
  reason: string | null
  alias: string
  version: string | null
  hostName: string | null
  lost: boolean
  /** Who began its round; null when not known. */
  actor: string | null
}

const at = (moment: string | null) => (moment === null ? null : Date.parse(moment))

/** Attempts of an answer, oldest first. */
export function attemptsOf(rows: readonly AttemptRow[]): TimelineAttempt[] {
  return rows
    .map((row, index) => ({
      number: row.number ?? index + 1,
      round: row.round ?? 0,
      ofRound: row.ofRound ?? row.number ?? index + 1,
      queued: at(row.queuedAt),
      started: at(row.startedAt),
      ended: at(row.endedAt),
      status: row.status === 'retry' ? 'failed' : row.status,
      reason: row.reason,
      alias: row.alias,
      version: row.version,
      hostName: row.hostName,
      lost: row.lease === 'lost',
      actor: row.actor,
    }))
    .sort((a, b) => a.number - b.number)
}

/** The attempt that a task itself describes; null while it has not been queued. */
function latestAttempt(task: TimelineTask): TimelineAttempt | null {
  const queued = at(task.queued)
  const begun = task.status !== 'queued'
  const started = begun ? at(task.started) : null
  if (task.status === 'notstarted' || (queued === null && started === null)) return null
  // The number rises when the attempt starts.
  const number = Math.max(1, (task.attempt ?? 0) + (started === null ? 1 : 0))
  return {
    number,
    round: 0,
    ofRound: number,
    queued,
    started,
    ended: begun ? at(task.ended) : null,
    status: task.status === 'retry' ? 'failed' : task.status,
    reason: task.reason,
    alias: task.alias,
    version: task.version,
    hostName: task.hostName,
    lost: false,
    actor: null,
  }
}

/** The round of an attempt, as far as it follows from the attempt before. */
function roundAfter(
  task: TimelineTask,
  previous: TimelineAttempt,
): Pick<TimelineAttempt, 'round' | 'ofRound' | 'actor'> {
  if (isRestart(task, previous)) return { round: previous.round + 1, ofRound: 1, actor: null }
  return { round: previous.round, ofRound: previous.ofRound + 1, actor: previous.actor }
}

/** Only a task that has no retry left is restarted. */
function isRestart(task: TimelineTask, previous: TimelineAttempt): boolean {
  const retry = task.retry as { max?: unknown } | null
  const most = typeof retry?.max === 'number' ? retry.max : 0
  return previous.status === 'failed' && !previous.lost && previous.ofRound > most
}

/**
 * The attempts of every task, oldest first: those that another one has followed, and the latest one, which the live
 * task describes. `known` has the attempts of single tasks that were read whole; they say the round of the latest one.
 */
export function attemptsByTask(
  tasks: readonly TimelineTask[],
  past: ReadonlyMap<string, readonly TimelineAttempt[]>,
  known: ReadonlyMap<string, readonly TimelineAttempt[]> = new Map(),
): Map<string, TimelineAttempt[]> {
  const found = new Map<string, TimelineAttempt[]>()
  for (const task of tasks) {
    const before = past.get(task.id) ?? []
    const latest = latestAttempt(task)
    // A cancel that ends the wait for a retry has no attempt of its own.
    const isStopped = task.status === 'skipped' && before.some(({ queued }) => queued === latest?.queued)
    if (!latest || isStopped) {
      found.set(task.id, [...before])
      continue
    }
    const earlier = before.filter(({ number }) => number < latest.number)
    const previous = earlier.at(-1)
    const told = known.get(task.id)?.find(({ number }) => number === latest.number)
    if (told) {
      latest.round = told.round
      latest.ofRound = told.ofRound
      latest.actor = told.actor
    } else if (previous) Object.assign(latest, roundAfter(task, previous))
    earlier.push(latest)
    found.set(task.id, earlier)
  }
  return found
}

/** Rows of a run by their task. */
export function pastByTask(
  rows: readonly (AttemptRow & { taskId: string | null })[],
): Map<string, TimelineAttempt[]> {
  const grouped = new Map<string, AttemptRow[]>()
  for (const row of rows) {
    if (row.taskId === null) continue
    const own = grouped.get(row.taskId)
    if (own) own.push(row)
    else grouped.set(row.taskId, [row])
  }
  return new Map([...grouped].map(([id, own]) => [id, attemptsOf(own)]))
}
