import type { Poller } from './contract.ts'
import { POLLED_MS, SILENT_MS } from './verdict.ts'

/** A poller as an answer has it; what a platform leaves out is null. */
export type PollerFacts = Pick<Poller, 'hostName' | 'version'> & {
  lastPollAt: string | null
  running: number | null
}

/**
 * `silent`: it runs nothing and has missed a poll, but is not gone yet; `gone`: it ceased to poll in the last 30 minutes;
 * `replaced`: another version polls from its host; `past`: gone for longer.
 */
export const pollerStates = ['polls', 'silent', 'gone', 'replaced', 'past'] as const
export type PollerState = (typeof pollerStates)[number]

export interface PollerNow extends PollerFacts {
  state: PollerState
  /** Its version is not the one that most pollers have. */
  isOdd: boolean
}

const RECENT_MS = 30 * 60_000
/** One that is gone for longer is not missed any more. */
const MISSED_MS = 10 * 60_000

const ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$|:/

type Named = Pick<Poller, 'hostName' | 'version'>

/** Whether a process has told its name; until its headers or reports do it is known by its address. */
const hasName = ({ hostName, version }: Named) => version !== null || !ADDRESS.test(hostName)

/**
 * The pollers of a queue without addresses that poll no more where a process has a name: most likely they are that process,
 * before its name was known.
 */
export function withoutOldAddresses<P extends Named>(
  pollers: readonly P[],
  polls: (poller: P) => boolean,
): readonly P[] {
  if (!pollers.some(hasName)) return pollers
  return pollers.filter((poller) => hasName(poller) || polls(poller))
}

/** Whether a process polls, or works on a task; the rule of all screens. */
const pollsAt = (now: number) => (poller: PollerFacts) =>
  (poller.running ?? 0) > 0 || isWithin(poller, SILENT_MS, now)

/** Whether a queue is polled now, or executed by the platform itself. */
export const isPolledNow = (
  { pollers, builtin }: { pollers: readonly PollerFacts[]; builtin: boolean },
  now: number,
): boolean => builtin || pollers.some(pollsAt(now))

/** The pollers as they are now: those that poll first, then those that are gone. */
export function pollersNow(pollers: readonly PollerFacts[], now: number): PollerNow[] {
  const polls = pollsAt(now)
  const hosts = new Set(pollers.filter(polls).map(({ hostName }) => hostName))
  const stateOf = (poller: PollerFacts): PollerState => {
    if (polls(poller)) return 'polls'
    if (hosts.has(poller.hostName)) return 'replaced'
    if (isWithin(poller, POLLED_MS, now)) return 'silent'
    return isWithin(poller, RECENT_MS, now) ? 'gone' : 'past'
  }
  const usual = usualVersion(pollers.filter(polls))
  return withoutOldAddresses(pollers, polls)
    .map((poller) => ({
      ...poller,
      state: stateOf(poller),
      isOdd: usual !== null && poller.version !== null && poller.version !== usual,
    }))
    .sort((a, b) => byState(a, b) || names.compare(a.hostName, b.hostName))
}

/** Those that poll first. */
export const byState = (a: PollerNow, b: PollerNow): number =>
  pollerStates.indexOf(a.state) - pollerStates.indexOf(b.state)

const isWithin = ({ lastPollAt }: PollerFacts, ms: number, now: number) =>
  lastPollAt !== null && now - Date.parse(lastPollAt) < ms

const names = new Intl.Collator('en', { numeric: true })

/** The version that most of them have, of equally many the highest; null when none has one. */
function usualVersion(pollers: readonly PollerFacts[]): string | null {
  const counts = new Map<string, number>()
  for (const { version } of pollers) if (version !== null) counts.set(version, (counts.get(version) ?? 0) + 1)
  const [first] = [...counts].sort(([a, many], [b, more]) => more - many || names.compare(b, a))
  return first?.[0] ?? null
}

/**
 * How many poll, of how many that do or did so in the last 10 minutes, how many of these are silent, which are gone, and with
 * which versions the others poll, the highest first.
 */
export function pollSummary(pollers: readonly PollerNow[], now: number) {
  const polling = pollers.filter(({ state }) => state === 'polls')
  const silent = pollers.filter(({ state }) => state === 'silent')
  const gone = pollers.filter((poller) => poller.state === 'gone' && isWithin(poller, MISSED_MS, now))
  const [last] = silent
  const versions = new Set([...polling, ...silent].flatMap(({ version }) => version ?? []))
  return {
    polling: polling.length,
    silent: silent.length,
    /** Since the last poll of the only silent one, in milliseconds; null when there are several or none. */
    silentFor: silent.length === 1 && last?.lastPollAt ? now - Date.parse(last.lastPollAt) : null,
    of: polling.length + silent.length + gone.length,
    gone: gone.map(({ hostName }) => hostName),
    versions: [...versions].sort((a, b) => names.compare(b, a)),
  }
}

/** The hosts whose restart helps a queue in trouble: those that ceased to poll lately, or else the last one that did. */
export function stoppedHosts(
  queue: { pollers: readonly PollerFacts[]; builtin: boolean; verdict: { code: string } },
  now: number,
): string[] {
  const isPolled = isPolledNow(queue, now)
  if (isPolled && !['nobody', 'stalled', 'growing'].includes(queue.verdict.code)) return []
  const away = pollersNow(queue.pollers, now).filter(({ state }) => state === 'gone' || state === 'past')
  const gone = away.filter(({ state }) => state === 'gone')
  const last = away.toSorted((a, b) => (b.lastPollAt ?? '').localeCompare(a.lastPollAt ?? '')).slice(0, 1)
  return (gone.length > 0 ? gone : last).map(({ hostName }) => hostName)
}
