import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { readMetrics } from '../support/gateway-process.ts'
import { freePort, startGatewayBefore, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { createSlowClients } from '../support/slow-clients.ts'

/** Callers that send or read as slowly as they can, so that others find nothing free. */

const mebibyte = 1024 * 1024
const polling = { timeout: 15_000, interval: 20 }
const own = { authorization: 'Basic app-token' }
let gateway: TestGateway
let metricsPort: number
let cookie: string
beforeAll(async () => {
  metricsPort = await freePort()
  gateway = await startTestGateway({
    env: { METRICS_PORT: String(metricsPort), HOST: '127.0.0.1' },
    limits: { socketsWaiting: 400, graceMs: 200 },
  })
  cookie = await gateway.signIn()
})
afterAll(() => gateway.close())

const portOf = ({ url }: TestGateway) => Number(new URL(url).port)
const metric = async (name: string) => (await readMetrics(metricsPort)).get(name) ?? 0
const held = () => metric('gateway_held_body_bytes')
const accepted = () =>
  new Promise<number>((resolve) => gateway.app.server.getConnections((_error, count) => resolve(count)))
const addresses = [2, 3, 4, 5, 6].map((last) => `127.0.0.${last}`)

function post(target: string, headers: string[]): string {
  const head = [`POST ${target} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...headers]
  return `${head.join('\r\n')}\r\n\r\n`
}

const body = { a: 'x'.repeat(20_000) }
const pair = { email: 'ada@example.com', password: 'correct horse' }
const json = { 'x-csrf': '1', 'content-type': 'application/json' }

/** Every way in, each with its own kind of caller. */
const honest = [
  () => gateway.http.get('/api/apps').set({ cookie }),
  () =>
    gateway.http
      .post('/api/apps')
      .set({ cookie, ...json })
      .send(body),
  () => gateway.http.get('/api/apps').set(own),
  () =>
    gateway.http
      .post('/api/apps')
      .set({ ...own, ...json })
      .send(body),
  () => gateway.http.post('/session').set(json).send(pair),
  () => gateway.http.get('/session').set({ cookie }),
  () => gateway.http.post('/queue').set({ authorization: 'Basic Credential=worker/1' }).send(body),
]

/** Milliseconds of each call, sorted. All must be answered with 200. */
async function measure(rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const call of honest) {
      const from = performance.now()
      expect((await call()).status).toBe(200)
      times.push(performance.now() - from)
    }
  return times.sort((a, b) => a - b)
}
const percentile = (times: number[], part: number) => times[Math.floor(times.length * part)] ?? 0

test('900 slow callers take neither connections nor memory from others (check 70)', async () => {
  await measure(3)
  const before = await measure(10)
  const rss = process.memoryUsage().rss
  gateway.platform.seen.length = 0
  const slow = createSlowClients(portOf(gateway))
  onTestFinished(() => slow.close())
  const size = 'Content-Length: 2000000'
  const begun = Buffer.alloc(100_000, '"')
  for (let i = 0; i < 300; i++) {
    const address = i % 2 ? '127.0.0.1' : (addresses[i % 5] ?? '')
    const known = [`Cookie: ${cookie}\r\nX-CSRF: 1`, `Authorization: ${own.authorization}`]
    const unknown = ['Authorization: Basic guess', 'Authorization: AWS4-HMAC-SHA256 Credential=a/b']
    const credentials = [...known, ...unknown][i % 4] ?? ''
    const target = i % 4 === 3 ? '/queue' : '/api/apps'
    slow.open(address, post(target, [credentials, size]), begun, 'x')
    slow.open(address, `GET /api/apps HTTP/1.1\r\nHost: x\r\n${credentials}\r\nX-A: `, undefined, 'x')
    const signIn = i % 3 ? '/session' : '/api/users/login'
    slow.open(address, post(signIn, ['X-CSRF: 1', 'Content-Length: 60000']))
  }
  await slow.sent()
  // Connections that are not accepted yet would delay the next one by the second of a repeated SYN.
  await vi.waitUntil(async () => (await accepted()) >= slow.held() && (await held()) > 0, polling)
  const during = await measure(10)
  const waiting = await metric('gateway_waiting_calls')
  const most = await held()
  const grown = process.memoryUsage().rss - rss
  const kept = slow.held()
  // No slow caller has reached the platform, and none waits in front of it.
  expect(gateway.platform.seen.length).toBe(10 * 8)
  expect(waiting).toBe(0)
  expect(most).toBeLessThan(48 * mebibyte)
  expect(grown).toBeLessThan(64 * mebibyte)
  // The constants allow for a busy machine, which interrupts any call; one that waits for a slow caller takes seconds.
  expect(percentile(during, 0.5)).toBeLessThan(percentile(before, 0.5) * 2 + 50)
  expect(percentile(during, 0.99)).toBeLessThan(percentile(before, 0.99) * 2 + 1_000)
  slow.close()
  await vi.waitUntil(async () => (await held()) === 0, polling)
  evidence({
    check: 70,
    figures: {
      'slow bodies': 300,
      'slow headers': 300,
      'idle posts': 300,
      'of these still open at the end': kept,
      'calls of others meanwhile': during.length,
      'of these refused or late': 0,
      'p99 of others, ms': Math.round(percentile(during, 0.99)),
      'without slow callers, ms': Math.round(percentile(before, 0.99)),
      'memory growth, MiB': Math.round(grown / mebibyte),
      'bodies held, MiB': Math.round(most / mebibyte),
      'held afterwards': 0,
    },
    breaks: 'a part of the memory is not taken back from slow bodies',
  })
})

test('200 uploads of 2 MiB without accepted credentials take 16 MiB at most, which are given back', async () => {
  await vi.waitUntil(async () => (await held()) === 0, polling)
  const rss = process.memoryUsage().rss
  const slow = createSlowClients(portOf(gateway))
  onTestFinished(() => slow.close())
  const upload = Buffer.alloc(2 * mebibyte, 'x')
  const chunked = 'Transfer-Encoding: chunked'
  const heads = [
    `${post('/queue', ['Authorization: AWS4-HMAC-SHA256 Credential=a/b', chunked])}200000\r\n`,
    `${post('/queue', [chunked])}200000\r\n`,
    post('/session', ['X-CSRF: 1', 'Content-Length: 2097152']),
    `${post('/session', ['X-CSRF: 1', chunked])}200000\r\n`,
    post('/api/apps', ['Authorization: Basic guess', 'Content-Length: 2097153']),
  ]
  for (let i = 0; i < 200; i++) {
    slow.open(addresses[i % 5] ?? '', heads[i % heads.length] ?? '', upload)
  }
  let most = 0
  let grown = 0
  const look = setInterval(() => (grown = Math.max(grown, process.memoryUsage().rss - rss)), 10)
  await vi.waitUntil(async () => {
    most = Math.max(most, await held())
    return slow.held() === 0
  }, polling)
  clearInterval(look)
  expect(Object.keys(slow.statuses()).filter((status) => !/413|429|503/.test(status))).toEqual([])
  expect(most).toBeLessThanOrEqual(16 * mebibyte)
  expect(grown).toBeLessThan(64 * mebibyte)
  expect(await held()).toBe(0)
  slow.close()
})

test('a caller that reads too slowly loses its connection when others need it', async () => {
  const endless = http.createServer((request, response) => {
    if (!request.url?.startsWith('/api/endless')) return void response.end('{}')
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) continue
    }
    response.on('drain', write)
    write()
  })
  await new Promise<void>((listening) => endless.listen(0, '127.0.0.1', listening))
  const limits = { upstreamConnections: 8, graceMs: 200 }
  const { port } = endless.address() as AddressInfo
  const before = await startGatewayBefore(`http://127.0.0.1:${port}`, { limits })
  const readers = [1, 2, 3].flatMap((reader) =>
    [1, 2, 3, 4].map((time) => {
      const headers = { authorization: `Basic reader-${reader}` }
      const options = { headers, agent: false, localAddress: addresses[reader] }
      return http
        .get(`${before.url}/api/endless?${time}`, options, (answer) => answer.pause())
        .on('error', () => {})
    }),
  )
  // All connections are taken by readers who do not read; one more call gets one of them.
  await vi.waitUntil(() => before.app.server.listening, polling)
  for (let time = 0; time < 10; time++) await before.http.get('/api/apps').set(own).expect(200)
  for (const reader of readers) reader.destroy()
  await before.close()
  endless.closeAllConnections()
  endless.close()
})

test('connections without a request are closed when their address has too many, the oldest first', async () => {
  const own = await startTestGateway({ limits: { slowMs: 300, socketsWaiting: 40 } })
  const [first, later] = [createSlowClients(portOf(own)), createSlowClients(portOf(own))]
  onTestFinished(() => [first, later].forEach((one) => one.close()))
  for (let i = 0; i < 30; i++) first.open('127.0.0.2', 'GET ')
  await first.sent()
  await vi.waitUntil(() => {
    later.open('127.0.0.2', 'GET ')
    return first.held() === 0
  }, polling)
  await own.http.get('/healthz').expect(200)
  await own.close()
})

test('a body below the least pace is refused, and counted', async () => {
  const own = await startTestGateway({ limits: { slowMs: 300 } })
  const slow = createSlowClients(portOf(own))
  onTestFinished(() => slow.close())
  const head = post('/api/apps', ['Authorization: Basic x', 'Content-Length: 50000'])
  slow.open('127.0.0.2', head, Buffer.alloc(5_000, 'x'), 'x')
  await vi.waitUntil(() => slow.held() === 0, polling)
  expect(slow.statuses()).toEqual({ 408: 1 })
  slow.close()
  await own.close()
})
