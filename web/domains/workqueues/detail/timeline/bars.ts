import { timelineMessages } from '#shared/domains/workqueues/timeline-messages.ts'
import type { UsualTask } from '#shared/domains/tasks/why/facts.ts'
import { versionAtHost } from '#shared/domains/tasks/rules.ts'
import type { TimelineAttempt, TimelineTask } from './attempts.ts'
import type { TimeScale } from './scale.ts'

/** A piece of a row, in pixels of the axis. */
export interface Bar {
  key: string
  kind: 'wait' | 'run' | 'retry'
  x: number
  width: number
  /** The status of the attempt; its colour. */
  status: string
  attempt: TimelineAttempt
}

const MIN_RUN = 3
/** A narrower bar has no room for the number of its attempt. */
export const NUMBER_FROM = 14
const { bar: texts } = timelineMessages

/**
 * The bars of a task: waits, runs, and the way from a failed attempt to its retry. Attempts that would stand on the
 * pixels of the one before are left out.
 */
export function barsOf(
  attempts: readonly TimelineAttempt[],
  scale: Pick<TimeScale, 'x' | 'to'>,
  now: number,
  retryTime: string | null = null,
): Bar[] {
  const bars: Bar[] = []
  const add = (kind: Bar['kind'], attempt: TimelineAttempt, from: number, to: number, least = 0) => {
    const x = scale.x(from)
    const width = Math.max(least, scale.x(Math.max(from, to)) - x)
    if (width > 0)
      bars.push({ key: `${kind} ${attempt.number}`, kind, x, width, status: attempt.status, attempt })
  }
  let drawnTo = -Infinity
  attempts.forEach((attempt, index) => {
    const { queued, started, ended, round } = attempt
    const begun = queued ?? started
    if (begun === null) return
    const end = ended ?? now
    const right = scale.x(end)
    if (index < attempts.length - 1 && right - drawnTo < 1) return
    const before = attempts[index - 1]
    if (before?.round === round && before.status !== 'ended' && before.ended !== null && before.ended < begun)
      add('retry', attempt, before.ended, begun)
    if (queued !== null) add('wait', attempt, queued, started ?? end)
    if (started !== null) add('run', attempt, started, end, MIN_RUN)
    drawnTo = Math.max(right, drawnTo)
  })
  const last = attempts.at(-1)
  if (retryTime !== null && last && last.ended !== null)
    add('retry', last, last.ended, Math.max(now, Date.parse(retryTime)))
  return bars
}

/** The usual end of an attempt: a tick, and a bracket to where 19 of 20 end. */
export interface UsualMark {
  key: number
  x: number
  width: number
}

/**
 * The usual ends of the first attempt of each round, while it runs, where it succeeded, and where it failed later than
 * usual.
 */
export function usualMarks(
  attempts: readonly TimelineAttempt[],
  { medianMs, p95Ms }: UsualTask,
  scale: Pick<TimeScale, 'x' | 'to'>,
): UsualMark[] {
  if (medianMs === null) return []
  return attempts.flatMap(({ number, ofRound, started, ended, status }) => {
    if (ofRound !== 1 || started === null || started + medianMs > scale.to) return []
    const early = ended !== null && status !== 'ended' && started + medianMs > ended
    if (early) return []
    const x = scale.x(started + medianMs)
    const width = p95Ms === null ? 0 : scale.x(started + Math.max(medianMs, p95Ms)) - x
    return [{ key: number, x, width: width + 1 }]
  })
}

/** Attempts of a task in one round, the first and its retries. */
export function mostAttempts(task: Pick<TimelineTask, 'retry'>): number {
  const retry = task.retry as { max?: unknown } | null
  return (typeof retry?.max === 'number' ? retry.max : 0) + 1
}

/** An attempt in words: `attempt 2 of 3, retried after 5 s, ran 30 s, failed: timed out, on 2.14.1 @ host`. */
export function attemptWords(
  attempts: readonly TimelineAttempt[],
  attempt: TimelineAttempt,
  { most, now, usual }: { most: number; now: number; usual?: number | null | undefined },
): string {
  const { queued, started, ended, status, reason, lost, version, hostName, round } = attempt
  const before = attempts[attempts.indexOf(attempt) - 1]
  const begun = queued ?? started ?? now
  const gap = before?.round === round && before.ended !== null ? begun - before.ended : 0
  const wait = queued === null ? 0 : (started ?? ended ?? now) - queued
  const place = versionAtHost(version, hostName)
  const words = [
    texts.attempt(attempt.ofRound, most),
    gap > 0 ? texts.retriedAfter(gap) : '',
    started === null ? texts.waits(wait) : wait >= 1000 ? texts.waited(wait) : '',
    started === null ? '' : ended === null ? texts.runs(now - started) : texts.ran(ended - started),
    status === 'started' && usual ? texts.usually(usual) : '',
    lost ? texts.lost : status === 'failed' ? texts.failed(reason) : '',
    status === 'skipped' ? texts.stopped : '',
    place ? texts.on(place) : '',
  ]
  return words.filter(Boolean).join(', ')
}
