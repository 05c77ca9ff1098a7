import { persisted } from './live-operations.ts'
import { openPeer, type LivePeerOptions } from './live-peer.ts'

/** A client that counts events and reads only a mark of each, so that many clients cost little. */
export interface CountingClient {
  /** Events so far; the description of each contains its number and the time of its publication. */
  events: number
  /** The number of the last event. */
  last: number
  /** Events that arrived after a later one, and events of other lists. */
  disordered: number
  foreign: number
  /** Number of resyncs, the first message included. */
  resyncs: number
  /** Milliseconds from publication to arrival, for a part of the events. */
  lags: number[]
  /** Stops reading from the network, as a page on a sleeping machine does. */
  pause(on: boolean): void
  closed: Promise<number>
  close(): void
}

/** The mark in an event's description. */
export const markOf = (number: number) => `@@${number} ${performance.now().toFixed(1)}@@`

export interface CountingClientOptions extends LivePeerOptions {
  /** The list that it subscribes to; app `a1` unless given. */
  variables?: Record<string, unknown>
  /** The numbers of the events that it should get. */
  isOwn?: (number: number) => boolean
}

/** Subscribes to a run list; resolves when the channel is joined. */
export async function openCountingClient(given: CountingClientOptions): Promise<CountingClient> {
  const { variables, isOwn = () => true, ...options } = given
  const { socket, opened, send, closed } = openPeer({ ...options, parsed: false })
  await opened()
  const tally: CountingClient = {
    events: 0,
    last: -1,
    disordered: 0,
    foreign: 0,
    resyncs: 0,
    lags: [],
    closed,
    pause: (on) => (on ? socket.pause() : socket.resume()),
    close: () => socket.terminate(),
  }
  await new Promise<void>((resolve) => {
    socket.on('message', (bytes: Buffer) => {
      const mark = bytes.indexOf('@@')
      if (mark >= 0) return count(tally, isOwn, bytes.toString('latin1', mark + 2, mark + 40))
      if (!bytes.includes('"resync"')) return
      tally.resyncs++
      resolve()
    })
    send({ type: 'connection_init' })
    socket.once('message', () =>
      send({
        id: 'list',
        type: 'subscribe',
        payload: persisted('WorkqueueListLive', { appId: 'a1', perPage: 10, ...variables }),
      }),
    )
  })
  return tally
}

function count(tally: CountingClient, isOwn: (number: number) => boolean, mark: string): void {
  const [number = 0, at = 0] = mark.split('@', 1)[0]?.split(' ').map(Number) ?? []
  tally.events++
  if (number < tally.last) tally.disordered++
  if (!isOwn(number)) tally.foreign++
  tally.last = number
  if (tally.events % 8 === 0) tally.lags.push(performance.now() - at)
}

/** The given quantile; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
