import { persisted } from './live-operations.ts'
import { openPeer, type LivePeerOptions } from './live-peer.ts'

/** A client that counts what comes and reads no more of it than a mark: many of them cost little. */
export interface Tally {
  /** Events so far; each carries its number and the moment it was published in its description. */
  events: number
  /** The number of the last one. */
  last: number
  /** Events that came after a later one, and such as are none of its own. */
  disordered: number
  foreign: number
  /** Times that it was told to read again, its first message included. */
  resyncs: number
  /** Milliseconds from publishing to arrival, of a part of the events. */
  lags: number[]
  /** Stops taking anything from the network, as a page whose machine sleeps. */
  pause(on: boolean): void
  closed: Promise<number>
  close(): void
}

/** What an event's description holds for the tallies. */
export const markOf = (number: number) => `@@${number} ${performance.now().toFixed(1)}@@`

export interface TallyOptions extends LivePeerOptions {
  /** Of the list that it follows; app `a1` unless given. */
  variables?: Record<string, unknown>
  /** Which numbers of events it should get. */
  isOwn?: (number: number) => boolean
}

/** Follows a run list; resolves when it is joined. */
export async function openTally(given: TallyOptions): Promise<Tally> {
  const { variables, isOwn = () => true, ...options } = given
  const { socket, opened, send, closed } = openPeer({ ...options, parsed: false })
  await opened()
  const tally: Tally = {
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

function count(tally: Tally, isOwn: (number: number) => boolean, mark: string): void {
  const [number = 0, at = 0] = mark.split('@', 1)[0]?.split(' ').map(Number) ?? []
  tally.events++
  if (number < tally.last) tally.disordered++
  if (!isOwn(number)) tally.foreign++
  tally.last = number
  if (tally.events % 8 === 0) tally.lags.push(performance.now() - at)
}

/** The value below which that share of them is; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}
