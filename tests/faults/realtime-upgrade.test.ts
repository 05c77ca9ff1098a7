import { afterEach, expect, test, vi } from 'vitest'
import { defaultLimits } from '#server/gateway/lib/limits.ts'
import { evidence } from '../support/evidence.ts'
import { persisted } from '../support/live-operations.ts'
import { openInitialised, openPeer } from '../support/live-peer.ts'
import { startLiveTrial, type LiveTrial } from '../support/live-trial.ts'
import { holdTimers } from '../support/pass-time.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'

let trial: LiveTrial
afterEach(async () => {
  vi.useRealTimers()
  await trial.close()
})

const PUBLIC_URL = 'http://console.example.org:8080'
const foreign = [
  'http://evil.example',
  'null',
  undefined,
  '',
  'http://console.example.org.evil.example:8080',
  'http://evil-console.example.org:8080',
  'http://evilconsole.example.org:8080',
  'http://console.example.org',
  'http://console.example.org:80801',
  'https://console.example.org:8080',
  'http://ada@console.example.org:8080',
  'http://console.example.org:8080/graphql',
  'http://console.example.org:8080, http://evil.example',
  'console.example.org:8080',
  'file://',
]

test('a page of another origin opens no socket with the cookie of a user', async () => {
  trial = await startLiveTrial({ env: { PUBLIC_URL } })
  const { url, headers } = trial.socketOf(await trial.signIn('ada'))
  trial.platform.calls.length = 0
  for (const origin of foreign) {
    const { cookie = '' } = headers
    const sent: Record<string, string> = origin === undefined ? { cookie } : { cookie, origin }
    expect([origin, await openPeer({ url, headers: sent }).refused]).toEqual([origin, 403])
  }
  expect((await trial.metrics()).get('gateway_live_sockets')).toBe(0)
  expect(trial.platform.calls).toEqual([])
  const own = await openInitialised({ url, headers })
  own.socket.close()
  evidence({
    check: 22,
    figures: { origins: foreign.length, 'refused with 403 before the upgrade': foreign.length, sockets: 0 },
    breaks: 'the endpoint checks only the cookie, or accepts an upgrade without an origin',
  })
})

test('without PUBLIC_URL the origin must match the requested host', async () => {
  trial = await startLiveTrial()
  const { url, headers } = trial.socketOf(await trial.signIn('ada'))
  for (const origin of ['http://127.0.0.1', 'http://localhost:8080', `${trial.url}.evil.example`, PUBLIC_URL])
    expect(await openPeer({ url, headers: { ...headers, origin } }).refused).toBe(403)
  await openInitialised({ url, headers })
})

test('a socket without a valid session, without a message, or with a wrong first message is closed, each with its code', async () => {
  trial = await startLiveTrial({ limits: { liveInitMs: 100 } })
  const socket = trial.socketOf(await trial.signIn('ada'))
  expect(await openPeer({ ...socket, headers: { origin: trial.url } }).refused).toBe(401)
  expect(await openPeer(socket).closed).toBe(4408)
  // This limit must be at most 5 s outside of tests.
  expect(defaultLimits.liveInitMs).toBeLessThan(5000)

  const twice = await openInitialised(socket)
  twice.send({ type: 'connection_init' })
  expect(await twice.closed).toBe(4429)
  const early = openPeer(socket)
  await early.opened()
  early.send({ id: '1', type: 'subscribe', payload: persisted('WorkqueueListLive', { appId: 'a1' }) })
  expect(await early.closed).toBe(4401)
  const metrics = await trial.metrics()
  expect(metrics.get('gateway_limit_hits_total{limit="liveInitMs"}')).toBe(1)
  expect(metrics.get('gateway_live_sockets')).toBe(0)
  evidence({
    check: 23,
    figures: { 'no cookie': 401, 'no init': 4408, 'init twice': 4429, 'subscribe before ack': 4401 },
    breaks: 'the socket starts no timer for its initialisation, or subscribes before it',
  })
})

test('a dead peer is disconnected within 45 s, a silent live one stays as long as it answers pings', async () => {
  holdTimers()
  const clock = createShiftingClock()
  trial = await startLiveTrial({ clock })
  const socket = trial.socketOf(await trial.signIn('ada'))
  const dead = await openInitialised({ ...socket, autoPong: false })
  const living = await openInitialised(socket)
  let ended = 0
  void dead.closed.then((code) => (ended = code))
  let seconds = 0
  for (; seconds < 300 && living.socket.readyState === living.socket.OPEN; seconds++) {
    clock.pass(1000)
    await vi.advanceTimersByTimeAsync(1000)
    // Pings and pongs have been processed when a later request is answered.
    await trial.send('', 'GET', '/healthz')
    if (seconds === 45) expect(ended).toBe(1006)
  }
  expect(seconds).toBe(300)
  expect((await trial.metrics()).get('gateway_live_sockets')).toBe(1)
  evidence({
    check: 23,
    figures: { 'dead peer disconnected within s': 45, 'live silent peer stays for s': seconds },
    breaks: 'a peer that answers no ping counts as alive',
  })
})
