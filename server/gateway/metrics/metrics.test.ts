import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
let port: number
beforeEach(async () => {
  port = await freePort()
  gateway = await startTestGateway({ env: { METRICS_PORT: String(port), HOST: '127.0.0.1' } })
})
afterEach(() => gateway.close())

async function figures(): Promise<Map<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('requests are counted by route; unknown URLs share one label', async () => {
  const cookie = await gateway.signIn()
  await gateway.http.get('/api/apps/1').set('cookie', cookie)
  await gateway.http.get('/api/apps/2').set('cookie', cookie)
  for (const path of ['/wp-admin', '/.env']) await gateway.http.get(path)
  const found = await figures()
  const count = (route: string, method: string, status: number) =>
    found.get(
      `gateway_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`,
    )
  expect(count('/session', 'POST', 200)).toBe(1)
  expect([...found.keys()].some((key) => key.includes('apps/1') || key.includes('wp-admin'))).toBe(false)
  expect([...found.keys()].filter((key) => key.includes('route="/api/*"')).length).toBeGreaterThan(0)
})

test('platform calls are measured separately for the gateway and for the proxy', async () => {
  const cookie = await gateway.signIn()
  await gateway.http.get('/api/apps').set('cookie', cookie)
  const keys = [...(await figures()).keys()].filter((key) =>
    key.startsWith('gateway_upstream_duration_seconds_count'),
  )
  expect(keys.some((key) => key.includes('caller="gateway"'))).toBe(true)
  expect(keys.some((key) => key.includes('caller="proxy"'))).toBe(true)
})

test('figures of live connections and of the process are included', async () => {
  const found = await figures()
  for (const name of [
    'sockets',
    'channels',
    'groups',
    'events_total',
    'deliveries_total',
    'dropped_total',
    'resyncs_total',
  ])
    expect(found.get(`gateway_live_${name}`)).toBe(0)
  expect(found.get('process_resident_memory_bytes')).toBeGreaterThan(0)
  expect([...found.keys()].some((key) => key.startsWith('nodejs_eventloop_lag'))).toBe(true)
})

test('the public listener does not serve metrics, and the metrics listener serves nothing else', async () => {
  const answer = await gateway.http.get('/metrics')
  expect(answer.text).not.toContain('gateway_live_sockets')
  expect((await fetch(`http://127.0.0.1:${port}/session`)).status).toBe(404)
})
