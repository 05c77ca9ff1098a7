import type { TimelineAttempt, TimelineTask } from './attempts.ts'
import type { Span } from './scale.ts'

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Up to eight spans between 0 and 1000. */
export function randomSpans(random: () => number): Span[] {
  return Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
    const from = Math.floor(random() * 1000)
    return { from, to: from + 1 + Math.floor(random() ** 3 * 300) }
  })
}

/** An attempt from plain numbers: queued, started, ended. */
export function attempt(
  times: [queued: number | null, started?: number | null, ended?: number | null],
  over: Partial<TimelineAttempt> = {},
): TimelineAttempt {
  const [queued, started = null, ended = null] = times
  return {
    number: 1,
    round: 0,
    ofRound: 1,
    queued,
    started,
    ended,
    status: ended !== null ? 'ended' : started !== null ? 'started' : 'queued',
    reason: null,
    alias: 'default',
    version: null,
    hostName: null,
    lost: false,
    actor: null,
    ...over,
  }
}

/** A task of which only what the timeline needs is set. */
export function timelineTask(name: string, over: Partial<TimelineTask> = {}): TimelineTask {
  return {
    id: `t-${name}`,
    name,
    type: 'task.rail.loader',
    alias: 'default',
    depends: [],
    status: 'ended',
    attempt: 1,
    retry: { max: 0 },
    reason: null,
    version: null,
    hostName: null,
    queued: null,
    started: null,
    ended: null,
    retryTime: null,
    due: null,
    late: null,
    ...over,
  }
}
