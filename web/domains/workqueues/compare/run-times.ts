import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { ComparedTask } from './task-pairs.ts'

/** An attempt that another one has followed. */
export interface PastAttempt {
  taskId: string | null
  number: number | null
  round: number | null
  status: string
  startedAt: string | null
  endedAt: string | null
}

/** How long a task ran since it was last restarted. */
export interface RunTime {
  /** Of all attempts together; null when it has not started. */
  ms: number | null
  attempts: number
  /** It runs now: `ms` grows. */
  running: boolean
}

/** Shorter differences are never unusual, in milliseconds: they are noise of the machine. */
const NOISE_MS = 500
/** The part of the earlier time that is within the usual, where no statistics say it. */
const USUAL_PART = 0.25

const length = (from: string, to: number) => Math.max(0, to - Date.parse(from))

/** The earlier attempts since the last restart: a restart follows an attempt that has failed for good. */
export function attemptsOfRound(past: readonly PastAttempt[]): PastAttempt[] {
  const ordered = past.toSorted((a, b) => (a.number ?? 0) - (b.number ?? 0))
  const last = ordered.at(-1)
  return last && last.status !== 'failed' ? ordered.filter(({ round }) => round === last.round) : []
}

/**
 * The time that a task ran since its last restart, all attempts together. Without `past`, its earlier attempts, only the
 * latest attempt is known.
 */
export function runTime(task: ComparedTask | null, past: readonly PastAttempt[], now: number): RunTime {
  if (!task || task.started === null || task.status === 'notstarted' || task.status === 'queued')
    return { ms: null, attempts: 0, running: false }
  const running = task.status === 'started' && task.ended === null
  const end = task.ended === null ? (running ? now : null) : Date.parse(task.ended)
  const earlier = attemptsOfRound(past)
  const lengths = earlier.map(({ startedAt, endedAt }) =>
    startedAt !== null && endedAt !== null ? length(startedAt, Date.parse(endedAt)) : 0,
  )
  const latest = end === null ? 0 : length(task.started, end)
  return { ms: lengths.reduce((sum, each) => sum + each, latest), attempts: earlier.length + 1, running }
}

/**
 * Whether two times of a task differ by more than they usually do: one is beyond the 95th percentile of its runs; without
 * statistics the later one is off by more than a quarter.
 */
export function isTimeUnusual(left: number, right: number, usual: UsualTask | undefined): boolean {
  if (Math.abs(right - left) <= NOISE_MS) return false
  const most = usual?.p95Ms ?? null
  if (most !== null) return Math.max(left, right) > most
  return Math.abs(right - left) > left * USUAL_PART
}
