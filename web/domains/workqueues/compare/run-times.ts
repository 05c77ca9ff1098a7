import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import type { TimelineAttempt } from '../detail/timeline/attempts.ts'

/** How long a task ran since it was last restarted. */
export interface RunTime {
  /** Of all attempts together; null when it has not started. */
  ms: number | null
  attempts: number
  /** Set where each of several attempts took about as long. */
  eachMs: number | null
  /** It runs now: `ms` grows. */
  running: boolean
}

/** Attempts whose times differ by less, in milliseconds, are shown as one time. */
const NOISE_MS = 500
/** Times that differ by a smaller part are alike. */
const ALIKE_PART = 0.1
/** A time is never unusual by less, in milliseconds. */
const LEAST_LONGER_MS = 1000
/** Up to how many times the shorter time is usual, where no statistics say it. */
const USUAL_TIMES = 1.5

/** The attempts since the last restart, of all attempts of a task, oldest first. */
export function latestRound(attempts: readonly TimelineAttempt[]): TimelineAttempt[] {
  const round = attempts.at(-1)?.round
  return attempts.filter((attempt) => attempt.round === round)
}

/** The time that a task ran since its last restart, all attempts together. */
export function runTime(attempts: readonly TimelineAttempt[], now: number): RunTime {
  const lengths = latestRound(attempts).flatMap(({ started, ended, status }) => {
    if (started === null) return []
    const end = ended ?? (status === 'started' ? now : null)
    return end === null ? [] : [Math.max(0, end - started)]
  })
  const latest = attempts.at(-1)
  const running = latest?.status === 'started' && latest.ended === null
  if (lengths.length === 0) return { ms: null, attempts: 0, eachMs: null, running }
  const longest = Math.max(...lengths)
  const alike = longest - Math.min(...lengths) <= Math.max(NOISE_MS, longest * ALIKE_PART)
  return {
    ms: lengths.reduce((sum, length) => sum + length, 0),
    attempts: lengths.length,
    eachMs: lengths.length > 1 && alike && !running ? longest : null,
    running,
  }
}

/** Up to which length, in milliseconds, `shortDuration` cuts off which part; longer ones are shown in days, or coarser. */
const cutFrom = [
  [10_000, 100],
  [3_600_000, 1000],
  [86_400_000, 60_000],
  [604_800_000, 3_600_000],
  [Infinity, 86_400_000],
] as const

/** The milliseconds that `shortDuration` names: a difference beside two durations is that of these, and agrees with them. */
export function namedMs(ms: number): number {
  const [, part] = cutFrom.find(([below]) => ms < below)!
  return ms > 0 ? Math.max(100, Math.floor(ms / part) * part) : 0
}

/** The milliseconds that a row names of a time; null when it has not started. */
export function shownMs({ ms, attempts, eachMs }: RunTime): number | null {
  if (ms === null) return null
  return eachMs === null ? namedMs(ms) : attempts * namedMs(eachMs)
}

/**
 * Whether a task took clearly longer than in the other run, and longer than usual: beyond the 95th percentile of its runs,
 * without statistics beyond a multiple of the other time.
 */
export function isUnusuallyLong(ms: number, otherMs: number, usual: UsualTask | undefined): boolean {
  if (ms - otherMs < Math.max(LEAST_LONGER_MS, otherMs * ALIKE_PART)) return false
  return ms > (usual?.p95Ms ?? otherMs * USUAL_TIMES)
}
