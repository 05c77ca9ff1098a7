import { setTimeout as wait } from 'node:timers/promises'
import { residentBytes } from './gateway-process.ts'
import { liveRow } from './live-platform.ts'
import { markOf, openCountingClient, percentile } from './counting-client.ts'
import type { LiveTrial } from './live-trial.ts'
import { paced, until } from './pace.ts'

export interface SlowOutcome {
  published: number
  /**
   * Of the healthy clients: events lost or out of order, and the 99th percentile of the delay in
   * milliseconds.
   */
  healthyLost: number
  healthyDisordered: number
  healthyP99Ms: number
  /** Paused clients that exceeded the limit; of those that read again in time, how many got a resync. */
  overBound: number
  resynced: number
  /** Of the clients that did not read again, how many were closed, and with which codes. */
  closedWith: number[]
  /** Memory growth of the process from the time when all clients were connected, in bytes. */
  grown: number
}

export interface SlowSize {
  clients: number
  /** Half of them read again in time, half do not. */
  paused: number
  perSecond: number
  seconds: number
  bytes: number
  /** Lets the time pass that a client has to read again. */
  outstay: () => Promise<void>
}

/** Clients that stop reading, among others that do not. */
export async function slowTrial(trial: LiveTrial, size: SlowSize): Promise<SlowOutcome> {
  const open = async (index: number) =>
    openCountingClient(trial.socketOf(await trial.signIn(`client${index}`)))
  const clients = await Promise.all(Array.from({ length: size.clients }, (_, index) => open(index)))
  const [paused, healthy] = [clients.slice(0, size.paused), clients.slice(size.paused)]
  const hits = async () =>
    (await trial.metrics()).get('gateway_limit_hits_total{limit="liveWaitingBytes"}') ?? 0
  const padding = 'x'.repeat(Math.max(0, size.bytes - 500))
  let published = 0
  const publish = () => {
    const row = liveRow({ _id: `w${published % 500}`, description: markOf(published) + padding })
    trial.pusher.publish('apps.a1.workqueues', 'update', row)
    published++
  }
  // Memory that a working gateway needs anyway, such as its window, is not a cost of slow clients.
  await paced(size.perSecond, size.seconds / 5, publish)
  const before = await residentBytes(trial.pid())
  let grown = 0

  for (const client of paused) client.pause(true)
  await paced(size.perSecond, size.seconds, () => {
    publish()
    if (published % size.perSecond === 0)
      void residentBytes(trial.pid()).then((now) => (grown = Math.max(grown, now - before)))
  })
  await until(() => healthy.every(({ last }) => last === published - 1), 20_000)
  const overBound = await hits()

  const [back, gone] = [paused.slice(0, size.paused / 2), paused.slice(size.paused / 2)]
  for (const client of back) client.pause(false)
  await until(() => back.every(({ resyncs }) => resyncs > 1), 10_000)
  await size.outstay()
  for (const client of gone) client.pause(false)
  const closedWith = await Promise.all(gone.map(({ closed }) => Promise.race([closed, wait(8000, 0)])))
  for (const client of clients) client.close()
  return {
    published,
    overBound,
    closedWith,
    grown,
    healthyLost: healthy.reduce((sum, { events }) => sum + published - events, 0),
    healthyDisordered: healthy.reduce((sum, { disordered }) => sum + disordered, 0),
    healthyP99Ms: percentile(
      healthy.flatMap(({ lags }) => lags),
      0.99,
    ),
    resynced: back.filter(({ resyncs }) => resyncs > 1).length,
  }
}
