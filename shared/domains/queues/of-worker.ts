import type { QueueAnswer } from './behind.ts'
import { nobodyShort, nobodyText } from './nobody.ts'
import { byState, pollersNow, pollSummary } from './polling.ts'

/** What the queues of a worker, one for each alias, tell together. */
export interface WorkerPolling {
  /** Worker processes that poll now, of those that do or did so in the last 10 minutes; one of several aliases counts once. */
  polling: number
  /** Those that have missed a poll and are not gone yet. */
  silent: number
  /** Since the last poll of the only silent one, in milliseconds; null when there are several or none. */
  silentFor: number | null
  of: number
  /** The hosts of those that are gone. */
  gone: string[]
  /** Those that poll now, the highest first. */
  versions: string[]
  /** That no worker polls: the alias in which tasks wait, or all of them; null while workers poll. */
  nobody: string | null
  /** Whether tasks wait that no worker takes. */
  isStuck: boolean
  running: number
  waiting: number
}

/** Who polls the queues of a worker, and what is in them. */
export function pollingOfWorker(queues: readonly QueueAnswer[], now: number): WorkerPolling {
  const processes = new Map(
    queues
      .flatMap(({ pollers }) => pollersNow(pollers, now))
      .sort((a, b) => byState(a, b) || (b.lastPollAt ?? '').localeCompare(a.lastPollAt ?? ''))
      .reverse()
      .map((poller) => [`${poller.hostName}\n${poller.version}`, poller]),
  )
  const summary = pollSummary([...processes.values()], now)
  const there = summary.polling + summary.silent
  const stuck = queues.filter(({ verdict }) => verdict.code === 'nobody')
  const [first, ...more] = stuck
  const sum = (key: 'started' | 'queued') => queues.reduce((total, queue) => total + (queue[key] ?? 0), 0)
  return {
    ...summary,
    nobody:
      first && (there > 0 || more.length > 0)
        ? nobodyShort(stuck.map(({ alias }) => alias).join(', '))
        : there === 0
          ? nobodyText(lastOf(queues), now)
          : null,
    isStuck: stuck.length > 0,
    running: sum('started'),
    waiting: sum('queued'),
  }
}

/** The last poll of any of the queues, and since when a task waits. */
function lastOf(queues: readonly QueueAnswer[]) {
  const moments = (key: 'lastPollAt' | 'oldestQueued') =>
    queues.flatMap((queue) => (queue[key] === null ? [] : [Date.parse(queue[key])]))
  const [polls, waits] = [moments('lastPollAt'), moments('oldestQueued')]
  return {
    lastPoll: polls.length === 0 ? null : Math.max(...polls),
    oldestQueued: waits.length === 0 ? null : Math.min(...waits),
  }
}
