import { roughDuration, shortDuration, roundedDuration } from '#shared/lib/time-text.ts'
import type { QueueRow } from './contract.ts'
import { queueMessages as texts, verdictMessages } from './messages.ts'
import { lastPollAgo, nobodyText } from './nobody.ts'
import { isPolledNow, pollersNow, type PollerFacts, type PollerNow } from './polling.ts'
import { POLLS_EVERY_MS, SILENT_MS } from './verdict.ts'
import { needOf, type QueueNeed } from './verdict-codes.ts'
import { rateText } from './words.ts'

/** A queue as an answer has it; what a platform leaves out is null. */
export interface QueueAnswer extends Pick<QueueRow, 'type' | 'alias'> {
  queued: number | null
  started: number | null
  oldestQueued: string | null
  oldestStarted: string | null
  /** Absent on a platform that does not tell it. */
  oldestUsualMs?: number | null
  lastStartedAt: string | null
  lastPollAt: string | null
  rateIn: number | null
  rateOut: number | null
  waitP95Ms: number | null
  limit: number | null
  paused: { reason: string | null } | null
  /** An unknown verdict of a newer platform is shown by its text. */
  verdict: { code: string; text: string }
  pollers: readonly PollerFacts[]
  /** The platform executes its tasks itself. */
  builtin: boolean
}

/** What is said of a queue in two lines, and whether it is slow although its verdict is fine. */
export interface QueueSaid {
  code: string
  text: string
  behind: string
  isSlow: boolean
}

/** The verdict and what is behind it; a task that runs far too long comes before a verdict that is fine. */
export function saidOf(queue: QueueAnswer, now: number): QueueSaid {
  const verdict = verdictBeside(queue, now)
  const { code } = verdict
  const text = code === 'idle' && hasJustStarted(queue, now) ? texts.nothingWaits : verdict.text
  const slow = needOf(code) === 'fine' ? slowText(queue, now) : ''
  if (slow === '') {
    const behind = behindVerdict({ ...queue, verdict }, now)
    const isSlow = isSlowNow(queue, now)
    // That none is taken is known, whatever it is too early to say.
    return code === 'early' && isSlow
      ? { code, text: behind, behind: '', isSlow }
      : { code, text, behind, isSlow }
  }
  const rest = code === 'clears' ? text : ''
  return { code, text: texts.late(queue.started ?? 0), behind: joined('; ', [slow, rest]), isSlow: true }
}

/** What is behind the verdict of a queue, in one line with its numbers; empty when nothing is known. */
export function behindVerdict(queue: QueueAnswer, now: number): string {
  const { queued, started, paused, limit, waitP95Ms } = queue
  switch (queue.verdict.code) {
    case 'nobody':
      return behindNobody(queue, now)
    case 'growing':
      return joined('; ', [goneText(pollersNow(queue.pollers, now)), ratesText(queue)])
    case 'stalled':
      return behindStalled(queue, now)
    case 'paused':
      return joined('; ', [paused?.reason ?? '', queued ? texts.waiting(queued) : ''])
    case 'limit':
      return limit === null ? '' : texts.runOf(started ?? 0, limit)
    case 'clears':
      return ratesText(queue)
    case 'early':
      return behindUntaken(queue, now) || ratesText(queue) || texts.needsHistory
    case 'idle':
      return behindIdle(queue, now)
    default:
      return joined(', ', [
        started ? texts.started(started) : '',
        waitP95Ms === null ? '' : texts.waitP95(shortDuration(waitP95Ms)),
      ])
  }
}

/** A task that runs that many times as long as usual, and for so many milliseconds, is worth a word. */
const SLOW_TIMES = 3
const SLOW_MS = 10_000

/** How urgent a queue is by its verdict; also slow is one of which a task runs far too long, or none is taken. */
export function needNow(queue: QueueAnswer, now: number): QueueNeed {
  const need = needOf(queue.verdict.code)
  return need === 'fine' && isSlowNow(queue, now) ? 'slow' : need
}

/** Whether a queue that is fine by its verdict has a task that runs far too long, or takes none of those that wait. */
function isSlowNow(queue: QueueAnswer, now: number): boolean {
  const { code } = verdictBeside(queue, now)
  return (code === 'early' && behindUntaken(queue, now) !== '') || hasLateTask(queue, now)
}

/** Whether a task of a queue that is fine by its verdict runs far too long. */
export const hasLateTask = (queue: QueueAnswer, now: number): boolean =>
  needOf(verdictBeside(queue, now).code) === 'fine' && slowText(queue, now) !== ''

/** `runs 9 m, usually 2 s`: of the task that has run for the longest; empty when it does not run far too long. */
function slowText({ started, oldestStarted, oldestUsualMs }: QueueAnswer, now: number): string {
  if (!started || oldestStarted === null || oldestUsualMs == null) return ''
  const ms = now - Date.parse(oldestStarted)
  if (ms < SLOW_MS || ms <= SLOW_TIMES * oldestUsualMs) return ''
  return texts.slow(roughDuration(ms), roundedDuration(oldestUsualMs))
}

const joined = (separator: string, parts: readonly string[]) => parts.filter(Boolean).join(separator)
const momentOf = (text: string | null) => (text === null ? null : Date.parse(text))
const since = (text: string, now: number) => roughDuration(Math.max(0, now - Date.parse(text)))

function behindNobody({ lastPollAt, pollers }: QueueAnswer, now: number): string {
  if (lastPollAt === null) return texts.neverPolled
  const ago = lastPollAgo(Date.parse(lastPollAt), now)
  const host = pollers.find((poller) => poller.lastPollAt === lastPollAt)?.hostName
  return host === undefined ? texts.lastPoll(ago) : texts.lastPollOf(host, ago)
}

function behindStalled({ started, oldestStarted, pollers }: QueueAnswer, now: number): string {
  if (started) return texts.run(started, oldestStarted && since(oldestStarted, now))
  const polling = pollersNow(pollers, now).filter(({ state }) => state === 'polls').length
  return polling > 0 ? texts.takeNone(polling) : ''
}

/** For how long no worker asked for what waits, or else none of it was started; empty when some is. */
function behindUntaken(queue: QueueAnswer, now: number): string {
  const { queued, started, oldestQueued, lastStartedAt, lastPollAt, builtin } = queue
  if (!queued || started || oldestQueued === null) return ''
  const from = Math.max(Date.parse(oldestQueued), momentOf(lastStartedAt) ?? 0)
  if (now - from < POLLS_EVERY_MS) return ''
  const polled = builtin ? null : momentOf(lastPollAt)
  if (polled !== null && now - polled >= SILENT_MS) return texts.noPoll(roughDuration(now - polled))
  return texts.noneStarted(roughDuration(now - from))
}

/**
 * The verdict beside counters that are newer than it: a queue that has tasks by now is not called idle, nor does one clear of
 * which no task is taken.
 */
export function verdictBeside(queue: QueueAnswer, now: number): QueueAnswer['verdict'] {
  const { verdict, queued, started } = queue
  if (verdict.code === 'clears' || verdict.code === 'steady')
    return behindUntaken(queue, now) === '' ? verdict : { code: 'early', text: verdictMessages.early }
  if (verdict.code !== 'idle') return verdict
  if (started) return { code: 'steady', text: verdictMessages.steady }
  return queued ? { code: 'early', text: verdictMessages.early } : verdict
}

/** A queue that has just given a task away is not idle beside the failures of such tasks: nothing waits in it. */
const IDLE_AFTER_MS = 600_000
const hasJustStarted = ({ lastStartedAt }: QueueAnswer, now: number) =>
  lastStartedAt !== null && now - Date.parse(lastStartedAt) < IDLE_AFTER_MS

function behindIdle(queue: QueueAnswer, now: number): string {
  if (queue.builtin) return texts.builtin
  if (pollersNow(queue.pollers, now).every(({ state }) => state !== 'polls' && state !== 'silent'))
    return nobodyText({ lastPoll: momentOf(queue.lastPollAt), oldestQueued: null }, now)
  return queue.lastStartedAt === null ? texts.noTask : texts.lastTask(since(queue.lastStartedAt, now))
}

/** `mail-4 is gone`, `mail-4 and 2 more are gone`; empty for none. */
export function goneHosts([first, ...more]: readonly string[]): string {
  return first === undefined ? '' : texts.gone(first, more.length)
}

const goneText = (pollers: readonly PollerNow[]) =>
  goneHosts(pollers.filter(({ state }) => state === 'gone').map(({ hostName }) => hostName))

const ratesText = ({ rateIn, rateOut }: QueueAnswer) =>
  rateIn === null || rateOut === null ? '' : texts.rates(shownRate(rateIn), shownRate(rateOut))

/** `rateText`, and `0/s` of nothing. */
export const shownRate = (perSecond: number): string => (perSecond > 0 ? rateText(perSecond) : '0/s')

/**
 * Whether what waits in a queue can move: workers poll another alias of its type, which is not paused. `queues`: those of its
 * type, undefined while they are not known.
 */
export const canMove = (
  { type, alias }: Pick<QueueAnswer, 'type' | 'alias'>,
  queues: readonly QueueAnswer[] | undefined,
  now: number,
): boolean =>
  queues?.some(
    (other) =>
      other.type === type && other.alias !== alias && other.paused === null && isPolledNow(other, now),
  ) ?? true
