import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLive } from '../integration/operator.ts'
import { evidence } from '../support/evidence.ts'
import { ada, startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { startFakePusher, type FakePusher } from '../support/fake-pusher.ts'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { holdTimers, passSeconds } from '../support/pass-time.ts'
import { startSsoPage, temporaryTokensOf, type SsoPage } from '../support/sso-page.ts'

/** Check 11: concurrent calls at the expiry of the token share one exchange; a refused one signs out once. */

const CALLS = 50
const lines: string[] = []
let platform: FakePlatform
let pusher: FakePusher
let sso: SsoPage
let gateway: TestGateway
beforeEach(async () => {
  holdTimers()
  platform = await startFakePlatform()
  platform.users.push({ ...ada, _id: 'user-grace', email: 'grace@example.com' })
  pusher = await startFakePusher()
  sso = await startSsoPage(temporaryTokensOf(platform))
  gateway = await startTestGateway({
    platform,
    pusherPort: pusher.port,
    onLog: (line) => lines.push(line),
    env: { SSO_AUTHORIZE_URL: sso.authorizeUrl, SSO_LOGOUT_URL: sso.logoutUrl, LOG_LEVEL: 'info' },
  })
})
afterEach(async () => {
  vi.useRealTimers()
  await gateway.close()
  await sso.stop()
  await pusher.stop()
  lines.length = 0
})

const times = <Answer>(call: () => PromiseLike<Answer>) =>
  Promise.all(Array.from({ length: CALLS }, async () => call()))
const seen = (path: string) => platform.seen.filter(({ url }) => url === path)
const bearers = (path: string) => new Set(seen(path).map(({ headers }) => headers.authorization))
const get = (cookie: string, path = '/api/apps') => gateway.http.get(path).set('cookie', cookie)
const refresh = (cookie: string) => gateway.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' })

test('check 11: 50 concurrent calls cause one exchange and continue, and 50 answers of 401 cause one sign-out', async () => {
  const cookie = await gateway.signIn()
  const socket = openLive(gateway.url, { cookie, origin: gateway.url })
  await socket.watch('WorkqueueListLive', { appId: 'a1', perPage: 10 }).joined
  const [refreshed, calls] = await Promise.all([times(() => refresh(cookie)), times(() => get(cookie))])
  expect(new Set(refreshed.map(({ status }) => status))).toEqual(new Set([204]))
  expect(new Set(calls.map(({ status }) => status))).toEqual(new Set([200]))
  const exchanges = seen('/api/users/refreshToken').length
  expect(exchanges).toBe(1)

  // The platform invalidates the old token five minutes later; the browser and the socket keep working.
  platform.tokens.delete('token-1')
  platform.seen.length = 0
  for (const answer of refreshed) expect((await get(cookieOf(answer) ?? '')).status).toBe(200)
  expect((await get(cookie)).status).toBe(200)
  await passSeconds(30, [gateway])
  expect(bearers('/api/apps/a1')).toEqual(new Set(['Bearer token-2']))
  expect(bearers('/api/apps')).toEqual(new Set(['Bearer token-2']))
  await socket.client.dispose()

  const redirects = await storm()
  evidence({
    check: 11,
    figures: {
      'exchanges requested at once': CALLS,
      'exchanges upstream': exchanges,
      'calls refused meanwhile': 0,
      'calls answered with 401': CALLS,
      'sign-outs that follow': 1,
      'redirects that follow': redirects,
    },
    breaks: 'calls do not join a running exchange; an ended session is ended again by each call',
  })
})

/**
 * The platform refuses one user from now on; 50 calls notice it together. Returns the number of redirects
 * that follow.
 */
async function storm(): Promise<number> {
  const grace = await gateway.signIn({ email: 'grace@example.com' })
  const token = await temporaryTokensOf(platform).issue()
  const signedIn = await gateway.http.post('/session/token').set('x-csrf', '1').send({ token }).expect(200)
  const cookie = cookieOf(signedIn) ?? ''
  platform.tokens.delete([...platform.tokens.keys()].at(-1) ?? '')
  lines.length = 0
  const answers = await times(() => get(cookie))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['401 SESSION_ENDED']),
  )
  const ends = lines.filter((line) => line.includes('"audit":"session-end"'))
  expect(ends.map((line) => (JSON.parse(line) as { reason: string }).reason)).toEqual(['forced'])

  // The page is redirected to the vendor's sign-out with the error; from there nothing redirects back.
  const targets = new Set(answers.map(({ body }) => String(body.redirectTo)).filter((to) => to !== 'null'))
  expect([...targets]).toEqual([`${sso.logoutUrl}?auth_error=1`])
  const page = await fetch([...targets][0] ?? '', { redirect: 'manual' })
  expect(page.status).toBe(200)
  const session = await get(cookie, '/session')
  expect([session.body.authenticated, setCookies(session)]).toEqual([false, []])
  expect((await get(grace)).status).toBe(200)
  return targets.size
}
