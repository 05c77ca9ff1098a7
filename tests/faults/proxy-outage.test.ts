import { afterEach, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { freePort, startGatewayBefore, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startRawServer } from '../support/raw-server.ts'

/** A platform that is unavailable, and one that reports that it is. */

let gateway: TestGateway
let metricsPort: number
let cookie: string
beforeEach(async () => {
  metricsPort = await freePort()
  const env = { METRICS_PORT: String(metricsPort), HOST: '127.0.0.1' }
  gateway = await startTestGateway({ env })
  cookie = await gateway.signIn()
  gateway.platform.seen.length = 0
})
afterEach(() => gateway.close())

const get = (on = gateway) => on.http.get('/api/apps').set({ cookie, authorization: 'Basic x' })

async function figureOf(line: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length) ?? 0,
  )
}

const stepMs = 50

/**
 * Sends 20 calls a second by the gateway's clock, for that many seconds; every answer is the console's own
 * refusal.
 */
async function expectRefusals(seconds: number, on = gateway): Promise<number> {
  let slowest = 0
  for (let ms = 0; ms < seconds * 1_000; ms += stepMs) {
    const begun = performance.now()
    const answer = await get(on)
    slowest = Math.max(slowest, performance.now() - begun)
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'PLATFORM_DOWN',
      '1',
    ])
    expect(answer.text).not.toMatch(/127\.0\.0\.1|localhost|ECONN|UND_|socket|at \//)
    on.clock.advance(stepMs)
  }
  return slowest
}

/** Milliseconds by the gateway's clock until the first call succeeds. */
async function msUntilSuccess(on = gateway): Promise<number> {
  for (let ms = 0; ms <= 5_000; ms += stepMs) {
    if ((await get(on)).status === 200) return ms
    on.clock.advance(stepMs)
  }
  throw new Error('no call succeeded in time')
}

test('an unavailable platform is probed once a second, every call fails at once, and its recovery is noticed (check 17)', async () => {
  const seconds = 30
  await gateway.platform.stop()
  const slowest = await expectRefusals(seconds)
  const tried = await figureOf('gateway_upstream_duration_seconds_count{caller="proxy",status="0"}')
  expect(tried).toBeGreaterThanOrEqual(seconds - 1)
  expect(tried).toBeLessThanOrEqual(seconds + 1)
  expect(await figureOf('gateway_platform_refused_total')).toBe((seconds * 1_000) / stepMs - tried)
  expect(await figureOf('gateway_platform_away')).toBe(1)
  expect((await gateway.http.get('/healthz')).status).toBe(200)

  await gateway.platform.start()
  const noticed = await msUntilSuccess()
  expect(noticed).toBeLessThanOrEqual(2_000)
  // From then on no call is refused.
  for (let time = 0; time < 20; time++) expect((await get()).status).toBe(200)
  expect(await figureOf('gateway_platform_away')).toBe(0)
  evidence({
    check: 17,
    figures: {
      'seconds of outage, by the injected clock': seconds,
      'calls of 20 a second': (seconds * 1_000) / stepMs,
      'of these sent to the platform': tried,
      'slowest refusal, ms': Math.round(slowest),
      'first 200 after the recovery, ms': noticed,
    },
    breaks: 'the breaker lets every call through',
  })
})

test('a platform that cuts every connection is treated the same after a few calls', async () => {
  const raw = await startRawServer()
  const own = await startGatewayBefore(raw.url)
  await expectRefusals(10, own)
  // Five until the breaker opens, and one a second afterwards.
  expect(raw.taken()).toBeLessThanOrEqual(5 + 11)
  raw.bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]'
  expect(await msUntilSuccess(own)).toBeLessThanOrEqual(2_000)
  await own.close()
  await raw.close()
})

test('calls of the console itself are refused by the same breaker', async () => {
  await gateway.platform.stop()
  await get().expect(503)
  const signIn = gateway.http.post('/session').set('x-csrf', '1').send({ email: 'a@b.c', password: 'x' })
  expect((await signIn.expect(503)).body.code).toBe('PLATFORM_DOWN')
  expect(await figureOf('gateway_platform_refused_total')).toBe(1)
})

test('a call is sent once, whatever the platform answers (check 19)', async () => {
  const hits: Record<string, number> = {}
  for (const retryAfter of [undefined, '1', '0']) {
    gateway.platform.mode(
      { status: 503, ...(retryAfter && { headers: { 'retry-after': retryAfter } }) },
      '/api/apps',
    )
    for (const method of ['GET', 'POST'] as const) {
      gateway.platform.seen.length = 0
      const ask = () => (method === 'GET' ? get() : gateway.http.post('/api/apps').send({}))
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => ask().set({ cookie, 'x-csrf': '1' })),
      )
      expect(answers.every(({ status }) => status === 503)).toBe(true)
      expect(answers.every(({ headers: passed }) => passed['retry-after'] === retryAfter)).toBe(true)
      hits[`${method}, Retry-After ${retryAfter ?? 'absent'}`] = gateway.platform.seen.length
      expect(gateway.platform.seen).toHaveLength(100)
    }
  }
  evidence({
    check: 19,
    figures: { 'calls each': 100, ...hits },
    breaks: "the proxy's handler is missing, so that @fastify/reply-from sends up to ten more",
  })
})
