import { spawn } from 'node:child_process'
import { persisted } from '../../support/live-operations.ts'
import { exitOf, startServer } from '../processes.ts'
import { startSignedInGateway } from '../signed-in-gateway.ts'

const NATS_PORT = 4290

/** Where a server listens for clients and for events, and its process. */
export interface Addresses {
  subscribers: string
  events: string
  pid: number
  cookie?: string
}
/** One server of the comparison. */
export interface Subject {
  /** Unfinished events at a time; servers that coalesce need more of them for saturation. */
  window: number
  start(): Promise<{ addresses: Addresses; stop(): Promise<void> }>
  handshake(addresses: Addresses): Promise<string[]>
  /** Formats an event for servers whose ingress is not JSON lines. */
  frame?(event: string): string
}

const here = (file: string) => new URL(file, import.meta.url).pathname

/** Starts a server from these folders. */
export async function started(file: string, args: string[] = []) {
  const { message, stop } = await startServer<Addresses>(here(file), args)
  return { addresses: message, stop }
}

/** The HTTP head of an upgrade. */
export function upgrade(path: string, headers: string[]): string {
  const head = [
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return `GET ${path} HTTP/1.1\r\n${[...head, ...headers].join('\r\n')}\r\n\r\n`
}

export const init = 'ws {"type":"connection_init"}'
export const fields =
  'id appId name description tags planId rerunOf parentTaskId status created createdBy started ended'
const inlineQuery = `subscription { workqueueList(appId: "app") { event workqueue { ${fields} } } }`

/**
 * The gateway with its own platform and Pusher endpoint; every client subscribes to the list of these
 * variables. Another build of the product brings the hashes of its own operations.
 */
export function gateway(
  variables: Record<string, unknown>,
  other?: { program: URL; operationIds: Record<string, string> },
): Subject {
  return {
    window: 64,
    async start() {
      const upstream = await startServer<{ platformUrl: string; pusherPort: string; events: string }>(
        here('upstream-server.ts'),
      )
      const { platformUrl, pusherPort, events } = upstream.message
      const { message, stop } = await startSignedInGateway(
        platformUrl,
        { PUSHER_PORT: pusherPort, MAX_SOCKETS: '20000', MAX_SOCKETS_PER_USER: '20000' },
        other?.program,
      )
      const { port, pid, cookie } = message
      return {
        addresses: { subscribers: `127.0.0.1:${port}`, events, pid, cookie },
        async stop() {
          await stop()
          await upstream.stop()
        },
      }
    },
    async handshake({ cookie = '' }) {
      const payload = persisted('WorkqueueListLive', variables)
      const sha256Hash = other?.operationIds['WorkqueueListLive']
      if (sha256Hash) payload.extensions.persistedQuery.sha256Hash = sha256Hash
      const headers = [
        'Sec-WebSocket-Protocol: graphql-transport-ws',
        'Origin: http://localhost',
        `Cookie: ${cookie}`,
      ]
      return [upgrade('/graphql', headers), init, subscribe(payload)]
    },
  }
}

/** A subscribe message with an id in the form that clients use. */
export const subscribe = (payload: object) =>
  `ws ${JSON.stringify({ id: '1b671a64-40d5-491e-99b0-da01ff1f3341', type: 'subscribe', payload })}`

export const subjects: Record<string, Subject> = {
  'this gateway': gateway({ appId: 'app', perPage: 10 }),
  'mercurius + jit': {
    window: 3,
    start: () => started('mercurius-server.ts'),
    handshake: async () => [
      upgrade('/graphql', ['Sec-WebSocket-Protocol: graphql-transport-ws']),
      init,
      subscribe({ query: inlineQuery }),
    ],
  },
  'ws send(string)': {
    window: 8,
    start: () => started('ws-server.ts'),
    handshake: async () => [upgrade('/', [])],
  },
  'nats-server': {
    window: 64,
    start: startNats,
    handshake: async () => ['CONNECT {"verbose":false}\r\nSUB workqueues 1\r\n'],
    frame: (event) => `PUB workqueues ${Buffer.byteLength(event)}\r\n${event}\r\n`,
  },
}

/** One event: a whole workqueue as the platform publishes it, about 640 bytes, with the mark in its description. */
export function eventLine(more: object = {}): string {
  const moment = new Date().toISOString()
  return JSON.stringify({
    _id: '65f1c0ffee65f1c0ffee9c2e',
    appId: 'app',
    name: 'Parcel intake',
    description: `@@T0000000000000000 ${'lot 4411, hall north '.repeat(12)}`,
    tags: ['nightly', 'hall-2'],
    planId: '65f1c0ffee65f1c0ffee0001',
    rerunOf: null,
    parentTaskId: null,
    status: 'started',
    created: moment,
    createdBy: 'operator@example.org',
    started: moment,
    ended: null,
    updatedBy: 'engine',
    ...more,
  })
}

async function startNats() {
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(NATS_PORT)], { stdio: 'ignore' })
  const failed = new Promise<never>((_resolve, reject) =>
    child.once('error', () =>
      reject(
        new Error('nats-server is required for the fan-out bench (Debian: apt-get install nats-server)'),
      ),
    ),
  )
  await Promise.race([failed, new Promise((resolve) => setTimeout(resolve, 1000))])
  const address = `127.0.0.1:${NATS_PORT}`
  return {
    addresses: { subscribers: address, events: address, pid: child.pid ?? 0 },
    async stop() {
      child.kill('SIGKILL')
      await exitOf(child)
    },
  }
}
