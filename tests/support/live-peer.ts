import { once } from 'node:events'
import { WebSocket } from 'ws'

/** A socket to the gateway whose protocol messages the test writes itself. */
export interface LivePeer {
  socket: WebSocket
  send(message: unknown): void
  opened(): Promise<void>
  /** Every message so far. */
  received: Message[]
  /** Waits for the next message. */
  next(): Promise<Message>
  /** Subscribes and waits for the first answer, which is a resync or an error. */
  subscribe(id: string, payload: object): Promise<Message>
  /** The close code, also when it has already been received. */
  closed: Promise<number>
  /** The HTTP status with which the upgrade was refused. */
  refused: Promise<number>
}

/** The messages that the gateway may send. */
export interface Message {
  type: string
  id?: string
  payload?: unknown
}

export interface LivePeerOptions {
  url: string
  /** Additional headers, cookie and origin among them. */
  headers: Record<string, string>
  protocols?: string[]
  /** False: pings are not answered. */
  autoPong?: boolean
  /** False: the listeners of the socket handle the messages. */
  parsed?: boolean
}

export function openPeer(options: LivePeerOptions): LivePeer {
  const { url, headers, protocols = ['graphql-transport-ws'], autoPong = true, parsed = true } = options
  const socket = new WebSocket(url, protocols, { headers, autoPong })
  const received: Message[] = []
  const waiting = new Set<() => void>()
  let taken = 0
  const onMessage = (data: Buffer) => {
    received.push(JSON.parse(data.toString()) as Message)
    for (const look of waiting) look()
  }
  if (parsed) socket.on('message', onMessage)
  const send = (message: unknown) =>
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
  /** The first matching message from index `from` on, past or future. */
  const first = (from: number, fits: (message: Message) => boolean) =>
    new Promise<Message>((resolve) => {
      const look = () => {
        const found = received.slice(from).find(fits)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  // `closed` and `refused` report the end.
  socket.on('error', () => undefined)
  return {
    socket,
    received,
    send,
    opened: async () => void (await once(socket, 'open')),
    next: () => first(taken++, () => true),
    async subscribe(id, payload) {
      const from = received.length
      send({ id, type: 'subscribe', payload })
      return first(from, (message) => message.id === id)
    },
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    refused: new Promise((resolve) =>
      socket.once('unexpected-response', (_request, response) => {
        resolve(response.statusCode ?? 0)
        socket.terminate()
      }),
    ),
  }
}

/** The same, opened and acknowledged. Throws on any other message of the gateway. */
export async function openInitialised(options: LivePeerOptions): Promise<LivePeer> {
  const peer = openPeer(options)
  await peer.opened()
  peer.send({ type: 'connection_init' })
  const answer = await peer.next()
  if (JSON.stringify(answer) !== '{"type":"connection_ack"}')
    throw new Error(`not acknowledged: ${JSON.stringify(answer)}`)
  return peer
}
