import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openLive, persisted, type LiveConnection } from '../integration/operator.ts'
import { evidence } from '../support/evidence.ts'
import { startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { startFakePusher, type FakePusher } from '../support/fake-pusher.ts'
import { cookieOf, createTestClock, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { holdTimers, passSeconds } from '../support/pass-time.ts'

/**
 * Check 1: after a sign-out no copy of the cookie opens anything, at this gateway or at another one with the
 * same key.
 */

const clock = createTestClock()
let platform: FakePlatform
let pusher: FakePusher
let first: TestGateway
let second: TestGateway

beforeAll(async () => {
  holdTimers()
  platform = await startFakePlatform()
  pusher = await startFakePusher()
  const start = () => startTestGateway({ platform, clock, pusherPort: pusher.port })
  first = await start()
  second = await start()
})
afterAll(async () => {
  vi.useRealTimers()
  await first.close()
  await second.close()
  await pusher.stop()
})

const live = ({ url }: TestGateway, cookie: string) => openLive(url, { cookie, origin: url })

async function follow(gateway: TestGateway, cookie: string): Promise<LiveConnection> {
  const connection = live(gateway, cookie)
  await connection.watch('WorkqueueListLive', { appId: 'a1', perPage: 10 }).joined
  return connection
}

/** The answers to a copy of the cookie on the three transports, and on the routes that would renew it. */
async function tryAll({ http }: TestGateway, cookie: string) {
  const sent = { cookie, 'x-csrf': '1' }
  const { status: api, body } = await http.get('/api/apps').set(sent)
  const graphql = await http.post('/graphql').set(sent).send(persisted('AppList'))
  const refresh = await http.post('/session/refresh').set(sent)
  const session = await http.get('/session').set(sent)
  return {
    api,
    code: body.code,
    graphql: graphql.status,
    refresh: refresh.status,
    cookies: [refresh, session],
  }
}

test('check 1: a sign-out ends every copy of the cookie, on all transports and at both gateways', async () => {
  const cookie = await first.signIn()
  const here = await follow(first, cookie)
  const there = await follow(second, cookie)
  const idle = live(second, cookie)
  await new Promise<void>((connected) => idle.client.on('connected', () => connected()))

  await first.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
  // The clock moves only by `passSeconds`.
  expect(await here.closed).toBe(4401)
  const dead = await tryAll(first, cookie)
  expect(dead).toMatchObject({ api: 401, code: 'SESSION_ENDED', graphql: 401, refresh: 401 })
  expect(dead.cookies.map((answer) => cookieOf(answer))).toEqual([undefined, undefined])
  expect(await live(first, cookie).refused).toBe(401)

  let closed = 0
  for (const { closed: closing } of [there, idle]) void closing.then(() => closed++)
  await passSeconds(30, [first, second])
  await vi.waitFor(() => expect(closed).toBe(2))
  expect(await Promise.all([there.closed, idle.closed])).toEqual([4401, 4401])
  expect(await tryAll(second, cookie)).toMatchObject({
    api: 401,
    code: 'SESSION_ENDED',
    graphql: 401,
    refresh: 401,
  })
  expect(await live(second, cookie).refused).toBe(401)
  evidence({
    check: 1,
    figures: {
      'seconds until the copy is invalid, here': 0,
      'seconds until its sockets are closed, here': 0,
      'seconds until they are closed at another gateway, at most': 30,
      transports: 4,
    },
    breaks:
      'the list of ended sessions is not checked; the user of a socket without subscriptions is not checked',
  })
})

test('an exchange of the token at one gateway ends no session at the other', async () => {
  const cookie = await first.signIn()
  const there = await follow(second, cookie)
  const refreshed = await first.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' }).expect(204)
  const renewed = cookieOf(refreshed) ?? ''
  // Five minutes later the old token is invalid at the platform; the other gateway does not know the new one.
  const [old] = [...platform.tokens.keys()].slice(-2)
  platform.tokens.delete(old ?? '')
  await passSeconds(30, [first, second])
  expect(await there.closed).toBe(4401)
  // The browser requests its session and gets the new token.
  const { body } = await second.http.get('/session').set('cookie', renewed).expect(200)
  expect(body.authenticated).toBe(true)
  const again = await follow(second, renewed)
  await again.client.dispose()
})
