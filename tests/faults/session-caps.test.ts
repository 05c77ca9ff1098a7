import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from '../integration/operator.ts'
import { evidence } from '../support/evidence.ts'
import { cookieOf, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { holdTimers } from '../support/pass-time.ts'

/** Check 2: no activity keeps a session beyond its absolute cap, and it ends earlier without activity. */

const MINUTE = 60_000
let gateway: TestGateway
beforeEach(async () => {
  holdTimers()
  gateway = await startTestGateway()
})
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
})

const ask = (cookie: string) => gateway.http.get('/session').set('cookie', cookie).expect(200)
const apps = (cookie: string) => gateway.http.get('/api/apps').set('cookie', cookie)

test('check 2: a session used every 10 minutes ends after 12 hours, an idle copy of it after one', async () => {
  const copy = await gateway.signIn()
  const socket = openLive(gateway.url, { cookie: copy, origin: gateway.url })
  await new Promise<void>((connected) => socket.client.on('connected', () => connected()))
  let cookie = copy
  let lastAlive = 0
  let copyDied = 0
  for (let minutes = 10; minutes <= 13 * 60; minutes += 10) {
    gateway.clock.advance(10 * MINUTE)
    if (!copyDied && (await apps(copy)).status === 401) copyDied = minutes
    const answer = await ask(cookie)
    if (answer.body.authenticated) lastAlive = minutes
    // This includes the hourly exchange of the token, which by itself does not count as activity.
    const refreshed = minutes % 60 === 0 ? await refresh(cookieOf(answer) ?? cookie) : answer
    cookie = cookieOf(refreshed) ?? cookie
    expect((await apps(cookie)).status).toBe(minutes < 12 * 60 ? 200 : 401)
    await vi.advanceTimersByTimeAsync(1000)
    if (minutes === 12 * 60) expect(await socket.closed).toBe(4401)
  }
  expect([lastAlive, copyDied]).toEqual([12 * 60 - 10, 60])
  evidence({
    check: 2,
    figures: {
      'hours of activity': 13,
      'last minute of the active session': lastAlive,
      'minutes of the idle copy': copyDied,
      'the socket that was open': 'closed with 4401 at the cap',
    },
    breaks: 'the cap is counted from the last renewal; open sockets are not checked',
  })
})

const refresh = (cookie: string) => gateway.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' })

test('other calls and the hourly exchange of the token do not count as activity', async () => {
  const cookie = await gateway.signIn()
  gateway.clock.advance(40 * MINUTE)
  const refreshed = cookieOf(await refresh(cookie).expect(204)) ?? ''
  gateway.clock.advance(19 * MINUTE)
  expect((await apps(refreshed)).status).toBe(200)
  gateway.clock.advance(MINUTE)
  // The page stays and asks for the password: nothing has ended the session but its own limit.
  const sentence = 'Your session has expired because it was not used for 1 hour.'
  expect((await apps(refreshed)).body).toMatchObject({ code: 'UNAUTHENTICATED', message: sentence })
  expect((await ask(refreshed)).body).toMatchObject({
    authenticated: false,
    ended: { code: 'UNAUTHENTICATED', sentence },
  })
})
