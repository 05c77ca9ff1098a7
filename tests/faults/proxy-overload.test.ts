import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'

/** More to do than the event loop has time for. At full scale with real load: `npm run bench -- faults`. */

const busyCalls = 5
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ limits: { busyLoop: 0.7, busyCalls, busySampleMs: 100 } })
})
afterAll(() => gateway.close())

const get = (path = '/api/apps') => gateway.http.get(path).set('authorization', 'Basic x')

/** Leaves the loop no time to wait for anything, until it is called off. */
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

/** Calls that the platform holds. */
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

test('while the loop has no time left, calls beyond those under way are turned away, and then no more (check 51)', async () => {
  // Many calls at a slow platform are no overload, nor is a busy loop with few of them.
  const slow = await holdCalls(busyCalls)
  await vi.waitUntil(async () => (await get()).status === 200, { timeout: 5_000, interval: 150 })
  expect(await slow.release()).toEqual(Array(busyCalls).fill(200))
  const calm = keepBusy()
  for (let time = 0; time < 5; time++) await get().expect(200)
  calm()

  const { release } = await holdCalls(busyCalls)
  // The last look at the loop was of the busy time before; the next one finds it at rest.
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
  // What was under way is answered, and when the load is gone so is the refusal.
  stop()
  await vi.waitUntil(async () => (await get()).status === 200, { timeout: 5_000, interval: 150 })
  expect(await release()).toEqual(Array(busyCalls).fill(200))
  for (let time = 0; time < 20; time++) await get().expect(200)
  evidence({
    check: 51,
    figures: {
      'calls under way': busyCalls,
      'calls beyond them': refused,
      'of these turned away with 503 and Retry-After': refused,
      '/healthz answered meanwhile': refused,
    },
    breaks: 'the overload plugin exempts nothing',
  })
})
