import type { QueueVerdict } from './contract.ts'
import { perSecond, readFlow, type CountedMinute } from './flow.ts'
import { verdictMessages } from './messages.ts'
import { nobodyText } from './nobody.ts'
import type { VerdictCode } from './verdict-codes.ts'
import { aboutText, rateText, spanText, timeText } from './words.ts'

/** A queue that no worker has polled for that long has no worker. */
export const POLLED_MS = 60_000
/** A queue of which no task has been started for that long, although it is polled, is stalled. */
export const STALLED_MS = 300_000
/** Workers ask for tasks at least that often; a task that waits longer while none is started is not being taken. */
export const POLLS_EVERY_MS = 20_000
/** A poll is missed that long after the last one: it is stored, and read by screens, seconds later. */
export const SILENT_MS = POLLS_EVERY_MS + 10_000
/** A queue that is shorter than what goes out in that time is not worth a word. */
const SHORT_QUEUE_MS = 10_000

/** The figures of a queue; moments in milliseconds since 1970. */
export interface QueueFigures {
  now: number
  queued: number
  started: number
  retry: number
  /** The platform executes its tasks itself, so that no worker polls it. */
  builtin: boolean
  /** The last poll; null: it was never polled. */
  lastPoll: number | null
  /** The last sign of life of a worker of it: a poll, or a word about a task that it works on. */
  lastSeen: number | null
  /** When the platform began to hear workers: silence before tells nothing. */
  listening: number
  oldestQueued: number | null
  /** When a task was last started; null: not known. */
  lastOut: number | null
  /** What moved, minutes without tasks may be absent. */
  minutes: readonly CountedMinute[]
  /** When its history begins. */
  since: number
  paused: { by: string; at: number } | null
  limit: number | null
  /** Of times of day; absent: UTC. */
  zone?: string | undefined
}

/** What the figures of a queue mean, in words. */
export function verdictOf(figures: QueueFigures): QueueVerdict {
  const { paused, limit, queued, started, zone } = figures
  if (paused) return say('paused', verdictMessages.paused(paused.by, timeText(paused.at, zone)))
  if (queued === 0 && started === 0 && figures.retry === 0) return say('idle', verdictMessages.idle)
  if (hasNoWorker(figures)) return say('nobody', nobodyText(figures, figures.now))
  if (queued > 0 && limit !== null && started >= limit) return say('limit', verdictMessages.limit)
  return course(figures)
}

const say = (code: VerdictCode, text: string): QueueVerdict => ({ code, text })

/** Whether the last poll, or the last sign of life, is recent. */
export const isPolledAt = (at: number | null, now: number): boolean => at !== null && now - at < POLLED_MS

function hasNoWorker({ queued, builtin, lastSeen, listening, now }: QueueFigures): boolean {
  if (queued === 0 || builtin) return false
  return lastSeen === null || now - Math.max(lastSeen, listening) >= POLLED_MS
}

/** What needs history. */
function course(figures: QueueFigures): QueueVerdict {
  const { queued, now, since } = figures
  const flow = readFlow(figures.minutes, now, since)
  const early = say('early', verdictMessages.early)
  // While tasks wait and none is taken it is not steady and does not clear, and it is not yet stalled.
  const whileTaken = (verdict: QueueVerdict) => (isUntaken(figures) ? early : verdict)
  const steady = whileTaken(say('steady', verdictMessages.steady))
  if (!flow.isKnown) return early
  const span = stalledFor(figures)
  if (span !== null) return say('stalled', verdictMessages.stalled(spanText(span)))
  const recent = flow.recent()
  const rateOut = perSecond(recent.out, recent.ms)
  if (queued === 0 || queued * 1000 <= rateOut * SHORT_QUEUE_MS) return steady
  // What chance alone moves: twice the deviation of counts that do not depend on each other.
  const chance = Math.max(3, recent.in / 20, 2 * Math.sqrt(recent.in + recent.out))
  // A growth that the queue does not have was counted wrong: a process died before it had stored what went out.
  const grows = recent.net > chance && queued * 2 >= recent.net
  if (grows && flow.growsOn())
    return say('growing', verdictMessages.growing(rateText(perSecond(recent.net, recent.ms))))
  const falls = [recent, flow.between(1, 0)].find(
    (part) => part.ms > 0 && (part === recent ? -part.net > chance : part.in === 0 && part.net < 0),
  )
  if (falls)
    return whileTaken(say('clears', verdictMessages.clears(aboutText((queued * falls.ms) / -falls.net))))
  return grows ? early : steady
}

/** Whether tasks wait of which none runs and none was started for as long as a worker that is there takes to ask. */
function isUntaken(figures: QueueFigures): boolean {
  const { queued, started, oldestQueued, lastOut, lastPoll, lastSeen, listening, now } = figures
  // A worker that is heard and does not poll is at work.
  const works = started > 0 || (isPolledAt(lastSeen, now) && !isPolledAt(lastPoll, now))
  if (queued === 0 || works || oldestQueued === null) return false
  return now - Math.max(oldestQueued, lastOut ?? 0, listening) >= POLLS_EVERY_MS
}

/** For how long none was started although a worker polls; null when it is not stalled. */
export function stalledFor(figures: QueueFigures): number | null {
  const { queued, builtin, lastPoll, oldestQueued, lastOut, now } = figures
  if (queued === 0 || oldestQueued === null || !(builtin || isPolledAt(lastPoll, now))) return null
  const span = now - Math.max(oldestQueued, lastOut ?? 0)
  return span >= STALLED_MS ? span : null
}
