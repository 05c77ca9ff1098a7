import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { extractTemporaryToken } from '#web/lib/login-address.ts'
import { evidence } from '../support/evidence.ts'
import { startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { cookieOf, freePort, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startSsoPage, temporaryTokensOf, type SsoFault, type SsoPage } from '../support/sso-page.ts'

/**
 * Check 7: the temporary token of single sign-on opens one session, in the browser that requested it, and is
 * stored nowhere; that the embedded platform accepts it once and for a minute is tested in
 * server/platform/domains/account/routes.test.ts.
 */

const lines: string[] = []
const metricsText = async (port: number) => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
let clientDir: string
let metrics: number
let platform: FakePlatform
let sso: SsoPage
let gateway: TestGateway
beforeAll(async () => {
  clientDir = await mkdtemp(path.join(tmpdir(), 'console-client-'))
  await writeFile(path.join(clientDir, 'index.html'), '<!doctype html><title>Console</title>')
  metrics = await freePort()
  platform = await startFakePlatform()
  sso = await startSsoPage(temporaryTokensOf(platform))
  gateway = await start()
})
afterAll(async () => {
  await gateway.close()
  await sso.stop()
  await rm(clientDir, { recursive: true })
})

const start = () =>
  startTestGateway({
    platform,
    clientDir,
    onLog: (line) => lines.push(line),
    env: {
      SSO_AUTHORIZE_URL: sso.authorizeUrl,
      SSO_LOGOUT_URL: sso.logoutUrl,
      METRICS_PORT: String(metrics),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'trace',
    },
  })

/** One sign-in through the vendor, as a browser does it, up to the final page. */
async function signInThroughVendor(fault: SsoFault | null = null) {
  sso.fault(fault)
  const begun = await gateway.http.get('/session/sso').query({ redirectTo: '/apps?page=2' }).expect(303)
  const back = await fetch(begun.headers['location'] ?? '', { redirect: 'manual' })
  const address = back.headers.get('location') ?? ''
  const page = await gateway.http.get(address.slice(new URL(address).origin.length)).expect(200)
  const bar = { location: { href: address }, history: { state: null, replaceState } }
  function replaceState(_state: unknown, _title: string, next?: string | URL | null) {
    bar.location.href = new URL(String(next), address).href
  }
  const body = extractTemporaryToken(bar)
  return { body, page, address: bar.location.href, stateCookie: cookieOf(begun, 'console-state') ?? '' }
}

const exchange = (body: object | null, cookie = '') =>
  gateway.http
    .post('/session/token')
    .set({ 'x-csrf': '1', cookie })
    .send(body ?? {})

test('check 7: of twenty uses one succeeds, no other browser gets a session, and the token is stored nowhere', async () => {
  const { body, page, address, stateCookie } = await signInThroughVendor()
  expect(address).toMatch(/\/apps\?page=2$/)
  expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer' })

  // Another browser has the whole address, but not the cookie; its attempt has no effect on the owner.
  expect((await exchange(body)).status).toBe(401)
  const parallel = await Promise.all(Array.from({ length: 20 }, () => exchange(body, stateCookie)))
  const statuses = parallel.map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, ...Array<number>(19).fill(401)])
  gateway.clock.advance(60_000)
  expect((await exchange(body, stateCookie)).status).toBe(401)

  const refused: Record<string, number> = {}
  for (const fault of ['replay', 'wrong-state', 'expired'] as const) {
    const round = await signInThroughVendor(fault)
    refused[fault] = (await exchange(round.body, round.stateCookie)).status
  }
  expect(refused).toEqual({ replay: 401, 'wrong-state': 401, expired: 401 })
  // A vendor that does not return the state is accepted, unless SSO_REQUIRE_STATE is set
  // (server/gateway/session/sso.test.ts).
  const stateless = await signInThroughVendor('no-state')
  expect((await exchange(stateless.body, stateless.stateCookie)).status).toBe(200)

  const told =
    lines.join('') + (await metricsText(metrics)) + JSON.stringify(parallel.map(({ headers }) => headers))
  expect(told).toContain('"audit":"sign-in"')
  const found = sso.issued.filter((token) => told.includes(token))
  expect(found).toEqual([])
  expect(
    platform.seen.filter(({ url, headers }) => /temporary-/.test(url + String(headers.referer))),
  ).toEqual([])
  evidence({
    check: 7,
    figures: {
      'parallel uses': 20,
      successes: 1,
      'faulty redirects refused': Object.keys(refused).length + 1,
      'tokens in log, metrics, headers and address bar': found.length,
    },
    breaks: 'the state is not compared; request lines are logged',
  })
})
