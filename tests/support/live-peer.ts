import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A socket to the gateway that speaks the protocol by hand. */
export interface LivePeer {
  socket: WebSocket
  send(message: unknown): void
  opened(): Promise<void>
  /** The next message, waited for. */
  next(): Promise<unknown>
  /** The code of its end, also when that has come already. */
  closed: Promise<number>
  /** The HTTP status with which the upgrade was refused. */
  refused: Promise<number>
}

export interface LivePeerOptions {
  url: string
  /** Cookie and origin among them. */
  headers: Record<string, string>
  protocols?: string[]
}

export function openPeer({ url, headers, protocols = ['graphql-transport-ws'] }: LivePeerOptions): LivePeer {
  const socket = new WebSocket(url, protocols, { headers })
  const received: unknown[] = []
  const waiting: ((message: unknown) => void)[] = []
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as unknown
    const taker = waiting.shift()
    if (taker) taker(message)
    else received.push(message)
  })
  // How it ends is told by `closed` and `refused`.
  socket.on('error', () => undefined)
  return {
    socket,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    opened: async () => void (await once(socket, 'open')),
    next: async () => received.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    refused: new Promise((resolve) =>
      socket.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0)
        socket.terminate()
      }),
    ),
  }
}

/** The same, opened and acknowledged. Throws when the gateway says anything else. */
export async function openInitialised(options: LivePeerOptions): Promise<LivePeer> {
  const peer = openPeer(options)
  await peer.opened()
  peer.send({ type: 'connection_init' })
  const answer = await peer.next()
  if (JSON.stringify(answer) !== '{"type":"connection_ack"}')
    throw new Error(`not acknowledged: ${JSON.stringify(answer)}`)
  return peer
}
