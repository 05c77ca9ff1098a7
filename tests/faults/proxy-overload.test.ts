import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'

/** More load than the event loop can process. With real load at full scale: `npm run bench -- faults`. */

const busyCalls = 5
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ limits: { busyLoop: 0.7, busyCalls, busySampleMs: 100 } })
})
afterAll(() => gateway.close())

const get = (path = '/api/apps') => gateway.http.get(path).set('authorization', 'Basic x')

/** Blocks the event loop until it is stopped. */
function keepBusy(): () => void {
  let on = true
  const burn = () => {
    for (const end = performance.now() + 10; performance.now() < end;) continue
    if (on) setImmediate(burn)
  }
  burn()
  return () => {
    on = false
  }
}

/** Calls that the platform keeps pending. */
async function holdCalls(count: number) {
  gateway.platform.mode('hang', '/api/held')
  gateway.platform.seen.length = 0
  const held = Array.from({ length: count }, () => get('/api/held').then(({ status }) => status))
  await vi.waitUntil(() => gateway.platform.seen.length === count, { timeout: 10_000 })
  return {
    async release(): Promise<number[]> {
      gateway.platform.mode('ok', '/api/held')
      gateway.platform.release()
      return Promise.all(held)
    },
  }
}

test('while the loop is blocked, calls beyond those in progress are refused, and afterwards none (check 51)', async () => {
  // Neither many calls to a slow platform nor a busy loop with few calls is an overload.
  const slow = await holdCalls(busyCalls)
  await vi.waitUntil(async () => (await get()).status === 200, { timeout: 5_000, interval: 150 })
  expect(await slow.release()).toEqual(Array(busyCalls).fill(200))
  const calm = keepBusy()
  for (let time = 0; time < 5; time++) await get().expect(200)
  calm()

  const { release } = await holdCalls(busyCalls)
  // The last measurement of the loop is from the busy time; the next one shows an idle loop.
  await vi.waitUntil(async () => (await get()).status === 200, { timeout: 5_000, interval: 150 })
  const stop = keepBusy()
  await vi.waitUntil(async () => (await get()).status === 503, { timeout: 10_000, interval: 0 })
  let refused = 0
  for (let time = 0; time < 20; time++) {
    const answer = await get().expect(503)
    expect([answer.body.code, answer.headers['retry-after']]).toEqual(['OVERLOADED', '1'])
    expect((await gateway.http.get('/healthz')).status).toBe(200)
    refused++
  }
  expect((await gateway.http.get('/readyz')).body).toEqual({ platform: 'up', realtime: 'down' })
  // The calls in progress are answered, and when the load ends no call is refused.
  stop()
  await vi.waitUntil(async () => (await get()).status === 200, { timeout: 5_000, interval: 150 })
  expect(await release()).toEqual(Array(busyCalls).fill(200))
  for (let time = 0; time < 20; time++) await get().expect(200)
  evidence({
    check: 51,
    figures: {
      'calls in progress': busyCalls,
      'calls beyond them': refused,
      'of these refused with 503 and Retry-After': refused,
      '/healthz answered meanwhile': refused,
    },
    breaks: 'the overload plugin exempts nothing',
  })
})
