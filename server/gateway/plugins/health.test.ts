import { afterEach, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

it('/healthz is 200 whatever state the platform is in', async () => {
  await gateway.platform.stop()
  const answer = await gateway.http.get('/healthz').expect(200)
  expect(answer.headers['cache-control']).toBe('no-store')
})

it('/readyz names the part that is down', async () => {
  expect((await gateway.http.get('/readyz').expect(503)).body).toEqual({ platform: 'up', realtime: 'down' })
  await gateway.platform.stop()
  gateway.clock.advance(2_000)
  expect((await gateway.http.get('/readyz').expect(503)).body).toEqual({
    platform: 'down',
    realtime: 'down',
  })
})

it('/readyz reports a platform that fails or hangs as down', async () => {
  gateway.platform.mode({ status: 500 })
  expect((await gateway.http.get('/readyz')).body.platform).toBe('down')
  gateway.platform.mode('hang')
  gateway.clock.advance(2_000)
  expect((await gateway.http.get('/readyz')).body.platform).toBe('down')
})

it('/readyz probes the platform at most once a second', async () => {
  await Promise.all(Array.from({ length: 20 }, () => gateway.http.get('/readyz')))
  expect(gateway.platform.seen).toHaveLength(1)
  gateway.clock.advance(1_001)
  await gateway.http.get('/readyz')
  expect(gateway.platform.seen).toHaveLength(2)
})
