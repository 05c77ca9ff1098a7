import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { exitOf, startServer } from '../processes.ts'
import { figure, median, rounds, table } from '../table.ts'

const run = promisify(execFile)
const CLIENTS = 1000
const ROUNDS = 3
const WARM_UP_MS = 1000
const MEASURED_MS = 3000
const NATS_PORT = 4290

interface Addresses {
  subscribers: string
  events: string
  pid: number
  cookie?: string
}
interface Result {
  perSecond: number
  cpuMicros: number
  p50: number
  p99: number
  published: number
  lost: number
}
interface Subject {
  /** Events under way at once; servers that coalesce need more of them to be saturated. */
  window: number
  start(): Promise<{ addresses: Addresses; stop(): Promise<void> }>
  handshake(addresses: Addresses): Promise<string[]>
  /** The event file's line, for servers whose ingress is not JSON lines. */
  frame?(event: string): string
}

const here = (file: string) => new URL(file, import.meta.url).pathname

async function started(file: string, args: string[] = []) {
  const { message, stop } = await startServer<Addresses>(here(file), args)
  return { addresses: message, stop }
}

function upgrade(path: string, headers: string[]): string {
  const head = [
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ]
  return `GET ${path} HTTP/1.1\r\n${[...head, ...headers].join('\r\n')}\r\n\r\n`
}

const init = 'ws {"type":"connection_init"}'
const fields =
  'id appId name description tags planId rerunOf parentTaskId status created createdBy started ended'
const inlineQuery = `subscription { workqueueList(appId: "app") { event workqueue { ${fields} } } }`

const subjects: Record<string, Subject> = {
  'this gateway': {
    window: 64,
    async start() {
      const upstream = await startServer<{ platformUrl: string; pusherPort: string; events: string }>(
        here('upstream-server.ts'),
      )
      const { platformUrl, pusherPort, events } = upstream.message
      const gateway = await started('gateway-server.ts', [platformUrl, pusherPort, events])
      return {
        addresses: gateway.addresses,
        async stop() {
          await gateway.stop()
          await upstream.stop()
        },
      }
    },
    async handshake(addresses) {
      const operations = JSON.parse(
        await readFile(here('../../../shared/operations.json'), 'utf8'),
      ) as Record<string, { name: string }>
      const hash = Object.entries(operations).find(
        ([, operation]) => operation.name === 'WorkqueueListLive',
      )?.[0]
      if (!hash) throw new Error('shared/operations.json holds no operation WorkqueueListLive')
      const payload = {
        operationName: 'WorkqueueListLive',
        variables: { appId: 'app', perPage: 10 },
        extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
      }
      const headers = [
        'Sec-WebSocket-Protocol: graphql-transport-ws',
        'Origin: http://localhost',
        `Cookie: ${addresses.cookie}`,
      ]
      return [
        upgrade('/graphql', headers),
        init,
        `ws ${JSON.stringify({ id: '1b671a64-40d5-491e-99b0-da01ff1f3341', type: 'subscribe', payload })}`,
      ]
    },
  },
  'mercurius + jit': {
    window: 3,
    start: () => started('mercurius-server.ts'),
    handshake: async () => [
      upgrade('/graphql', ['Sec-WebSocket-Protocol: graphql-transport-ws']),
      init,
      `ws ${JSON.stringify({ id: '1b671a64-40d5-491e-99b0-da01ff1f3341', type: 'subscribe', payload: { query: inlineQuery } })}`,
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
function eventLine(): string {
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
  })
}

/** G1: fan-out at saturation, one document, every client gets every event. Answers a section of Markdown. */
export async function benchFanOut(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-fanout-'))
  const load = join(folder, 'load')
  await run('cc', ['-O2', '-o', load, here('load.c')])
  const names = Object.keys(subjects)
  try {
    const results = await rounds(names, ROUNDS, (name) => measure(subjects[name] as Subject, folder, load))
    return report(names, results)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measure(subject: Subject, folder: string, load: string): Promise<Result> {
  const { addresses, stop } = await subject.start()
  try {
    const event = eventLine()
    await writeFile(join(folder, 'handshake'), (await subject.handshake(addresses)).join('\n----\n'))
    await writeFile(join(folder, 'event'), subject.frame ? subject.frame(event) : `${event}\n`)
    const args = [
      addresses.subscribers,
      addresses.events,
      CLIENTS,
      subject.window,
      WARM_UP_MS,
      MEASURED_MS,
      addresses.pid,
      join(folder, 'handshake'),
      join(folder, 'event'),
    ]
    const { stdout } = await run(load, args.map(String), { timeout: 60_000 })
    return JSON.parse(stdout) as Result
  } finally {
    await stop()
  }
}

function report(names: string[], results: Map<string, Result[]>): string {
  const of = (name: string, key: keyof Result) => (results.get(name) ?? []).map((result) => result[key])
  const mid = (name: string, key: keyof Result) => median(of(name, key))
  const own = names[0] ?? ''
  const rows = names.map((name) => [
    name,
    figure(mid(name, 'perSecond')),
    `${figure(Math.min(...of(name, 'perSecond')))}..${figure(Math.max(...of(name, 'perSecond')))}`,
    `${figure(mid(own, 'perSecond') / mid(name, 'perSecond'))}x`,
    figure(mid(name, 'cpuMicros')),
    figure(mid(name, 'p99')),
    Math.max(...of(name, 'lost')),
  ])
  return [
    `## G1: fan-out at saturation, ${CLIENTS.toLocaleString('en-US')} clients, one document`,
    '',
    `Median of ${ROUNDS} rounds of ${MEASURED_MS / 1000} s, order reversed every other round. The gateway runs whole: sealed session, authorisation, hub, bounds.`,
    '',
    table(['server', 'deliveries/s', 'min..max', 'ours / it', 'CPU us a delivery', 'p99 ms', 'lost'], rows),
  ].join('\n')
}

async function startNats() {
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(NATS_PORT)], { stdio: 'ignore' })
  const failed = new Promise<never>((_resolve, reject) =>
    child.once('error', () =>
      reject(new Error('nats-server is needed for the fan-out bench (Debian: apt-get install nats-server)')),
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
