import { isPlatformType } from '../constants.ts'
import { taskPastDeadline } from './deadline.ts'
import type { Cause, WhyFacts, WhyPart, WhyQueue, WhyTask } from './facts.ts'
import { actionOn, causeOf, figure, momentOf, queueName } from './sentence.ts'
import { verdictMessages } from '#shared/domains/queues/messages.ts'
import { lastPollAgo, nobodyShort } from '#shared/domains/queues/nobody.ts'
import { timeText } from '#shared/domains/queues/words.ts'
import { roughDuration } from '#shared/lib/time-text.ts'
import { userName } from '#shared/lib/email.ts'
import { timeOfDay } from './time-of-day.ts'

/** The key of a queue in `WhyFacts`. */
export const queueKey = ({ type, alias }: { type: string; alias: string }): string => `${type} ${alias}`

const queueOf = (task: WhyTask, { queues }: WhyFacts): WhyQueue | undefined => queues?.get(queueKey(task))

/** What keeps the queue of a task from being served; null when nothing is known that does. */
export function troubleOf(task: WhyTask, facts: WhyFacts): 'nobody' | 'stalled' | null {
  const verdict = queueOf(task, facts)?.verdict
  return verdict === 'nobody' || verdict === 'stalled' ? verdict : null
}

/** A queued task. */
export function queuedCause(task: WhyTask, facts: WhyFacts): Cause {
  const queue = queueOf(task, facts)
  const trouble = troubleOf(task, facts)
  if (queue && trouble === 'nobody') return nobodyCause(task, queue, facts)
  if (queue && trouble === 'stalled') return stalledCause(task, queue, facts)
  if (task.late != null) return lateWait(task, facts)
  if (queue?.verdict === 'paused') return pausedCause(task, queue, facts)
  if (queue?.verdict === 'limit') return limitCause(task, queue)
  return busyCause(task, queue, facts)
}

/** A task is moved to where a worker takes it; without such an alias its queue leads to what starts one. */
function nobodyCause(task: WhyTask, { lastPollAt, lastHost }: WhyQueue, facts: WhyFacts): Cause {
  const last = momentOf(lastPollAt)
  return causeOf('nobody', {
    since: task.queued,
    parts: [
      `Waiting: ${verdictMessages.nobodyYet} `,
      queueName(task),
      ', last poll ',
      figure(lastPollAgo(last, facts.now)),
      ...(lastHost ? [' by ', figure(lastHost)] : []),
    ],
    short: nobodyShort(task.alias),
    action: isMovable(task, facts)
      ? actionOn('moveToAlias', 'Move to alias…', task)
      : actionOn('openQueue', 'Queue', task),
  })
}

/** Whether workers poll another alias of its type, which is not paused. */
const isMovable = ({ type, alias }: WhyTask, { queues }: WhyFacts): boolean =>
  [...(queues?.values() ?? [])].some(
    (other) => other.type === type && other.alias !== alias && other.polling > 0 && !other.paused,
  )

function stalledCause(task: WhyTask, queue: WhyQueue, { now }: WhyFacts): Cause {
  const from = Math.max(momentOf(queue.oldestQueued) ?? 0, momentOf(queue.lastStartedAt) ?? 0)
  const span = from === 0 ? null : wholeSpan(Math.max(0, now - from))
  const { polling } = queue
  return causeOf('stalled', {
    since: task.queued,
    parts: [
      'Waiting: ',
      queueName(task),
      ' started none',
      ...(span === null ? [] : [' for ', figure(span)]),
      ...(polling === 0 ? [] : [' although ', figure(String(polling)), polling === 1 ? ' polls' : ' poll']),
    ],
    short: span === null ? 'stalled' : `stalled for ${span}`,
    action: actionOn('openQueue', 'Queue', task),
  })
}

/** What people have set for its queue makes a task wait. */
export const isHeldBack = (task: WhyTask, verdict: 'paused' | 'limit', facts: WhyFacts): boolean =>
  queueOf(task, facts)?.verdict === verdict

function pausedCause(task: WhyTask, { paused }: WhyQueue, facts: WhyFacts): Cause {
  const by = paused ? userName(paused.by) || null : null
  const at = momentOf(paused?.at ?? null)
  return causeOf('paused', {
    since: task.queued,
    parts: [
      'Waiting: ',
      queueName(task),
      ' was paused',
      ...(by === null ? [] : [' by ', figure(by)]),
      ...(at === null ? [] : [' ', figure(timeOfDay(at, facts))]),
      ...(paused?.reason ? [`, "${paused.reason}"`] : []),
    ],
    short: ['paused', by && `by ${by}`, at === null ? null : timeText(at, facts.zone)]
      .filter(Boolean)
      .join(' '),
    action: actionOn('openQueue', 'Resume…', task),
  })
}

function limitCause(task: WhyTask, { started, limit }: WhyQueue): Cause {
  const most = limit ?? 0
  return causeOf('limit', {
    since: task.queued,
    parts: ['Waiting: ', queueName(task), ' runs ', figure(most.toLocaleString('en')), ' at once, its limit'],
    short: `behind its limit, ${started ?? most} of ${most}`,
    action: actionOn('openQueue', 'Raise limit…', task),
  })
}

/** A task that waits past its deadline. */
function lateWait(task: WhyTask, { now }: WhyFacts): Cause {
  const since = momentOf(task.queued)
  const waits = since === null ? [] : ['; it waits ', figure(roughDuration(Math.max(0, now - since)))]
  return taskPastDeadline(task, [...waits, ...(isPlatformType(task.type) ? [] : [' for ', queueName(task)])])
}

const MINUTE_MS = 60_000

/** `6 min`, `2 h`. */
const wholeSpan = (ms: number): string =>
  ms < 60 * MINUTE_MS ? `${Math.floor(ms / MINUTE_MS)} min` : `${Math.floor(ms / (60 * MINUTE_MS))} h`

function busyCause(task: WhyTask, queue: WhyQueue | undefined, { now }: WhyFacts): Cause {
  const since = momentOf(task.queued)
  const wait = since === null ? null : roughDuration(Math.max(0, now - since))
  const own = !isPlatformType(task.type)
  const place = own && queue && since !== null ? placeOf(since, queue) : null
  return causeOf('busy', {
    since: task.queued,
    parts: [
      'Waits ',
      ...(wait === null ? [] : [figure(wait), ' ']),
      ...(own ? ['for ', ...workersOf(queue), ' of ', queueName(task)] : ['to start']),
      ...(place ? ['; ', figure(place.count), place.verb, ' before it', ...place.about] : []),
    ],
    short: place ? place.short : wait === null ? 'waits' : `waits ${wait}`,
    action: own ? actionOn('openQueue', 'Queue', task) : null,
  })
}

function workersOf(queue: WhyQueue | undefined): (WhyPart | string)[] {
  const polling = queue?.polling ?? 0
  if (polling === 0) return ['a worker']
  return polling === 1 ? ['the only worker'] : ['one of ', figure(`${polling} workers`)]
}

/** A line is counted up to that many tasks. */
const COUNTED = 1000

/** How many tasks are before one that waits since that moment, and how long that takes; null when none is known. */
function placeOf(since: number, { line, rateOut }: WhyQueue) {
  let before = 0
  for (const place of line) {
    const at = momentOf(place.at)
    if (at !== null && at <= since) before = place.before
  }
  if (before <= 0) return null
  const isCounted = before < COUNTED
  const count = isCounted ? String(before) : `more than ${COUNTED.toLocaleString('en')}`
  const ms = isCounted && rateOut !== null && rateOut > 0 ? Math.max(1000, (before * 1000) / rateOut) : null
  const rest = ms === null ? null : roughDuration(Math.round(ms / 1000) * 1000)
  const about = rest === null ? [] : [', about ', figure(rest)]
  const short = `${count} before it${rest === null ? '' : `, about ${rest}`}`
  return { count, verb: before === 1 ? ' is' : ' are', about, short }
}
