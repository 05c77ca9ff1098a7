import { perSecond } from './flow.ts'
import type { QueueAnswer } from './behind.ts'
import type { EventFacts, MinuteFacts } from './divergence.ts'
import { queueMessages as texts } from './messages.ts'
import { pollersNow } from './polling.ts'
import { aboutText } from './words.ts'

const MINUTE = 60_000
/** Rates are read from the last 10 whole minutes, of them those since the pollers last changed, at least 5. */
const RATE_MINUTES = 10
const MIN_MINUTES = 5
/** A minute that differs more from the mean shows that the rate is not steady enough. */
const TOLERANCE = 0.3
/** More hosts are only advised up to this multiple, and to drain the queue within that time. */
const MAX_GROWTH = 4
const DRAIN_MS = 5 * MINUTE

/**
 * What would end the growth of a queue: hosts that are gone, or more of them. Null unless the minutes since the pollers last
 * changed tell what each host does.
 */
export function adviceOf(
  queue: QueueAnswer & { minutes: readonly MinuteFacts[]; events: readonly EventFacts[] },
  now: number,
): string | null {
  const pollers = pollersNow(queue.pollers, now)
  const hosts = pollers.filter(({ state }) => state === 'polls' || state === 'silent').length
  const rates = steadyRates(queue.minutes, queue.events)
  if (queue.verdict.code !== 'growing' || hosts === 0 || !rates) return null
  const perHost = rates.out / hosts
  const gone = pollers.filter(({ state }) => state === 'gone')
  const returning = (hosts + gone.length) * perHost >= rates.in ? gone.map(({ hostName }) => hostName) : []
  const enough = hostsToDrain({ ...rates, perHost, queued: queue.queued ?? 0, hosts })
  const parts = [
    returning.length > 0 ? texts.withBack(returning) : '',
    enough ? texts.withHosts(enough.hosts, aboutText(enough.ms)) : '',
  ].filter(Boolean)
  if (parts.length === 0) return null
  const text = parts.join('; ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function steadyRates(minutes: readonly MinuteFacts[], events: readonly EventFacts[]) {
  const changed = Math.max(0, ...events.map(({ at }) => (at === null ? 0 : Date.parse(at))))
  const whole = minutes
    .slice(0, -1)
    .slice(-RATE_MINUTES)
    .filter(({ at }) => at !== null && Date.parse(at) >= changed)
  if (whole.length < MIN_MINUTES) return null
  const sum = (key: 'in' | 'out') => whole.reduce((total, minute) => total + (minute[key] ?? 0), 0)
  const mean = sum('out') / whole.length
  if (mean === 0 || whole.some(({ out }) => Math.abs((out ?? 0) - mean) > mean * TOLERANCE)) return null
  const ms = whole.length * MINUTE
  return { in: perSecond(sum('in'), ms), out: perSecond(sum('out'), ms) }
}

/** The fewest hosts that empty the queue in time, and how long they take; null when that takes too many. */
function hostsToDrain(flow: { in: number; perHost: number; queued: number; hosts: number }) {
  for (let hosts = flow.hosts + 1; hosts <= flow.hosts * MAX_GROWTH; hosts++) {
    const net = hosts * flow.perHost - flow.in
    const ms = net > 0 ? (flow.queued / net) * 1000 : Infinity
    if (ms <= DRAIN_MS) return { hosts, ms }
  }
  return null
}
