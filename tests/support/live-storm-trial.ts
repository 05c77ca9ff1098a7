import { countStatus, noBacklog, type BacklogCounts } from '#shared/domains/backlog/rules.ts'
import { backlogQuery } from './live-operations.ts'
import { openInitialised } from './live-peer.ts'
import { liveRow } from './live-platform.ts'
import { markOf, openCountingClient, percentile } from './counting-client.ts'
import type { LiveTrial } from './live-trial.ts'
import { paced, until } from './pace.ts'

export interface StormOutcome {
  /** Events of the list and of the backlog. */
  published: number
  /** Browsers that have the last event of the list, or got a resync. */
  current: number
  /** Deliveries missing at browsers without a resync, and those out of order. */
  lost: number
  disordered: number
  /** The 99th percentile and the maximum of the delay, in milliseconds. */
  p99Ms: number
  slowestMs: number
  /** Types of tasks whose last sent counters equal the sum of the events; number of messages. */
  exactCounters: number
  counters: number
  counterMessages: number
}

export interface StormSize {
  browsers: number
  perSecond: number
  seconds: number
}

const TYPES = 50
const statuses = ['queued', 'queued', 'started', 'retry', 'started', 'ended', 'started', 'failed'] as const

/**
 * More events than the sockets can read, half of runs and half of tasks. Needs a gateway with
 * `GRAPHQL_OPERATIONS=any`.
 */
export async function stormTrial(trial: LiveTrial, size: StormSize): Promise<StormOutcome> {
  const { pusher } = trial
  const tallies = await Promise.all(
    Array.from({ length: size.browsers }, async (_, index) =>
      openCountingClient(trial.socketOf(await trial.signIn(`storm${index}`))),
    ),
  )
  const peer = await openInitialised(trial.socketOf(await trial.signIn('storm0')))
  await peer.subscribe('backlog', { query: backlogQuery })
  const truth = new Map<string, BacklogCounts>()
  const publishTask = (number: number) => {
    const type = `task.${number % TYPES}`
    const status = statuses[Math.floor(number / TYPES) % statuses.length] ?? 'queued'
    truth.set(type, countStatus(truth.get(type) ?? noBacklog, status))
    const at = new Date().toISOString()
    pusher.publish('tasks', 'status', { _id: `t${number}`, type, alias: 'default', status, appId: 'a1', at })
  }
  // The first event causes a call for the owner of the app; the events in the meantime wait.
  publishTask(0)
  await until(() => peer.received.length > 2, 5000)

  let number = 0
  await paced(size.perSecond / 2, size.seconds, () => {
    const row = liveRow({ _id: `w${number % 500}`, description: markOf(number) })
    pusher.publish('apps.a1.workqueues', 'update', row)
    publishTask(++number)
  })
  const isCurrent = ({ last, resyncs }: (typeof tallies)[number]) => last === number - 1 || resyncs > 1
  await until(() => tallies.every(isCurrent), 20_000)
  const told = () => {
    const rows = new Map<string, BacklogCounts>()
    for (const { payload } of peer.received) {
      const { data } = (payload ?? {}) as { data?: { backlog: (BacklogCounts & { type: string })[] } | null }
      for (const { type, queued, started, retry } of data?.backlog ?? [])
        rows.set(type, { queued, started, retry })
    }
    return rows
  }
  const exact = () => {
    const rows = told()
    return [...truth].filter(([type, counts]) => JSON.stringify(rows.get(type)) === JSON.stringify(counts))
      .length
  }
  await until(() => exact() === truth.size, 5000)

  const whole = tallies.filter(({ resyncs }) => resyncs === 1)
  const lags = tallies.flatMap((tally) => tally.lags)
  const outcome = {
    published: 2 * number + 1,
    current: tallies.filter(isCurrent).length,
    lost: whole.reduce((sum, { events }) => sum + number - events, 0),
    disordered: tallies.reduce((sum, { disordered }) => sum + disordered, 0),
    p99Ms: percentile(lags, 0.99),
    slowestMs: percentile(lags, 1),
    exactCounters: exact(),
    counters: truth.size,
    counterMessages: peer.received.length,
  }
  for (const tally of tallies) tally.close()
  peer.socket.terminate()
  return outcome
}
