import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWholePath, type WholePath, type WholePathPart } from '../integration/whole-path.ts'
import { evidence } from '../support/evidence.ts'
import { startRelay, type Relay } from '../support/tcp-relay.ts'

/**
 * Check 66, first half: with each part broken in turn the process stays alive to its supervisor, and monitors
 * learn within seconds which part it is and when it is available again. A request that claims to be a monitor
 * gets no other access.
 */

/** Longest time until a report, milliseconds. */
const SOON = { timeout: 5000, interval: 50 }
const relays = new Map<WholePathPart, Relay>()
let path: WholePath
beforeAll(async () => {
  path = await startWholePath({
    async by(part, target) {
      const relay = await startRelay(target)
      relays.set(part, relay)
      return relay.port
    },
  })
})
afterAll(async () => {
  await path.close()
  for (const relay of relays.values()) await relay.close()
})

const readiness = async () => {
  const { status, body } = await path.http.get('/readyz')
  return { status, ...(body as { platform: string; realtime: string }) }
}
const healthy = { status: 200, platform: 'up', realtime: 'up' }

/** `/readyz` while a part is unavailable; parts behind the platform are reported as the platform. */
const reported: Record<WholePathPart, object> = {
  platform: { status: 503, platform: 'down', realtime: 'up' },
  realtime: { status: 503, platform: 'up', realtime: 'down' },
  database: { status: 503, platform: 'down', realtime: 'up' },
}

test('check 66: each broken part is named within 5 s and heals within 5 s, and the process stays alive', async () => {
  await vi.waitFor(async () => expect(await readiness()).toEqual(healthy), SOON)
  for (const [part, relay] of relays) {
    relay.dropReplies = true
    relay.cut()
    await vi.waitFor(async () => expect([part, await readiness()]).toEqual([part, reported[part]]), SOON)
    expect((await path.http.get('/healthz')).status).toBe(200)
    relay.dropReplies = false
    await vi.waitFor(async () => expect([part, await readiness()]).toEqual([part, healthy]), SOON)
    expect((await path.http.get('/healthz')).status).toBe(200)
  }

  const monitors = ['kube-probe/1.33', 'GoogleHC/1.0', 'ELB-HealthChecker/2.0', 'Prometheus/3.0', 'curl/8']
  const guarded = path.gateway.routeTable.filter(({ access }) => access !== 'public' && access !== 'signed')
  expect(guarded.length).toBeGreaterThan(8)
  for (const agent of monitors)
    for (const { method, url } of guarded) {
      const headers = { 'user-agent': agent, 'x-csrf': '1', 'x-forwarded-uri': '/healthz' }
      const answer = await path.gateway.inject({
        method: method as 'GET',
        url: url.replace('*', 'apps'),
        headers,
      })
      expect([agent, method, url, answer.statusCode]).toEqual([agent, method, url, 401])
    }
  evidence({
    check: 66,
    figures: {
      'parts broken': relays.size,
      'seconds until named, at most': 5,
      'seconds until healed, at most': 5,
      'monitors that passed the sign-in': 0,
    },
    breaks: 'the answer of the probe is cached for a minute; any answer counts as a healthy platform',
  })
})
