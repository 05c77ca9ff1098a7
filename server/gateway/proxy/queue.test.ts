import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pino } from 'pino'
import { readGatewayConfig } from '#server/config.ts'
import { freePort, startTestGateway, testKey } from '#tests/support/gateway.ts'
import { buildGateway } from '../app.ts'

/** A fake platform: answers with the request it received, or keeps the call open. */
let platform: http.Server
let gateway: Awaited<ReturnType<typeof buildGateway>>
let kept: http.IncomingMessage[]
let url: string

beforeEach(async () => {
  kept = []
  platform = http.createServer((request, response) => {
    if (request.headers['x-amz-target'] === 'AmazonSQS.ReceiveMessage') return void kept.push(request)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const sent = { url: request.url, headers: request.headers, body: Buffer.concat(parts).toString() }
      const head = { 'content-type': 'application/x-amz-json-1.0', 'x-amzn-errortype': 'X', 'x-inner': 'y' }
      response.writeHead(400, head).end(JSON.stringify(sent))
    })
  })
  await new Promise<void>((resolve) => platform.listen(0, '127.0.0.1', resolve))
  gateway = await buildGateway({
    config: readGatewayConfig({ LOG_LEVEL: 'silent' }),
    log: pino({ level: 'silent' }),
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
    platformUrl: `http://127.0.0.1:${(platform.address() as AddressInfo).port}`,
    pusher: { key: 'key', cluster: '', host: '127.0.0.1', port: await freePort(), tls: false },
    sessionKeys: [testKey],
    clientDir: null,
    limits: { closeMs: 5_000, upstreamAnswerMs: 100 },
  })
  await gateway.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  await gateway.close()
  platform.closeAllConnections()
  platform.close()
})

const headers = {
  'content-type': 'application/x-amz-json-1.0',
  authorization: 'AWS4-HMAC-SHA256 Credential=x',
  'x-amz-date': '20260301T120000Z',
  'amz-sdk-request': 'attempt=1; max=3',
}
const call = (path: string, more: Record<string, string> = {}, options: RequestInit = {}) =>
  fetch(`${url}${path}`, { method: 'POST', headers: { ...headers, ...more }, body: '{"a": 1}', ...options })
const poll = (options?: RequestInit) =>
  call('/queue/', { 'x-amz-target': 'AmazonSQS.ReceiveMessage' }, options)

it.each(['/', '/queue', '/queue/', '/queue/a/task.x.y/default'])(
  'passes %s with the signed headers, and nothing of a session',
  async (path) => {
    const answer = await call(path, { cookie: 'console=secret' })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('x-amzn-errortype')).toBe('X')
    expect(answer.headers.get('x-inner')).toBeNull()
    const sent = (await answer.json()) as { url: string; headers: object; body: string }
    expect(sent).toMatchObject({ url: path, headers, body: '{"a": 1}' })
    expect(sent.headers).not.toHaveProperty('cookie')
  },
)

it('refuses bodies that are larger than any call needs', async () => {
  expect((await call('/queue', {}, { body: 'x'.repeat(2 * 1024 * 1024 + 1) })).status).toBe(413)
})

it('passes no other path or method', async () => {
  expect((await call('/queue/a%2f..%2fb')).status).toBe(400)
  expect((await fetch(`${url}/queue`)).status).toBe(404)
})

it('waits longer for a task than for other answers, and aborts the call when the worker disconnects', async () => {
  const leaving = new AbortController()
  const waiting = poll({ signal: leaving.signal }).catch(() => 'left')
  await vi.waitUntil(() => kept.length > 0)
  // Longer than the deadline of other answers.
  expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 300, 'waits'))])).toBe(
    'waits',
  )
  const closed = new Promise((resolve) => kept[0]?.once('close', resolve))
  leaving.abort()
  await closed
  expect(await waiting).toBe('left')
})

it('an orderly stop does not wait for polling workers', async () => {
  const waiting = poll()
  await vi.waitUntil(() => kept.length > 0)
  const from = performance.now()
  const stopped = gateway.close()
  expect((await waiting).status).toBe(503)
  await stopped
  expect(performance.now() - from).toBeLessThan(2_000)
})

it.each([
  ['does not exist with a foreign platform', {}, 404],
  ['exists with a foreign platform that has queues', { QUEUE_PROXY: 'true' }, 401],
  ['does not exist where it is switched off', { QUEUE_PROXY: 'false' }, 404],
])('%s', async (_name, more, status) => {
  const platform = { PLATFORM_URL: 'https://platform.example.test', PUSHER_KEY: 'key', SESSION_KEY: testKey }
  const foreign = await startTestGateway({ env: { ...platform, ...more } })
  expect((await foreign.http.post('/queue').set('x-csrf', '1')).status).toBe(status)
  await foreign.close()
})
