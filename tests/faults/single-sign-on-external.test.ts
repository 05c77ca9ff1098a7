import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { ada, startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider-process.ts'
import { startSsoBridge, type SsoBridge } from '../support/sso-bridge.ts'
import { createWebBrowser, type WebBrowser, type WebPage } from '../support/web-browser.ts'

/**
 * Check 81: a platform of one's own with its own single sign-on at an independent issuer: the console knows only the
 * address where it starts and the temporary token that comes back.
 */

let platform: FakePlatform
let issuer: OidcProviderProcess
let bridge: SsoBridge
let gateway: TestGateway
beforeAll(async () => {
  platform = await startFakePlatform()
  platform.users.push({ ...ada, _id: 'user-grace', email: 'grace@example.com' })
  const clientOf = async (redirectUri: string) => {
    const secret = 'a secret of the bridge, more than 40 characters'
    issuer = await startOidcProvider([{ id: 'bridge', secret, redirectUri }])
    return issuer.client('bridge')
  }
  bridge = await startSsoBridge(clientOf, (email) => {
    const user = platform.users.find((one) => one.email === email)
    const token = randomBytes(16).toString('hex')
    if (user) platform.temporaryTokens.set(token, user)
    return user ? token : null
  })
  await issuer.people({
    ada: { email: ada.email, email_verified: true },
    grace: { email: 'grace@example.com', email_verified: true },
    unverified: { email: ada.email, email_verified: false },
    stranger: { email: 'stranger@example.com', email_verified: true },
  })
  const env = { SSO_AUTHORIZE_URL: bridge.authorizeUrl, SSO_REQUIRE_STATE: 'true' }
  gateway = await startTestGateway({ platform, env })
})
afterAll(async () => {
  await gateway.close()
  await bridge.stop()
  await issuer.stop()
})

async function signInAtIssuer(browser: WebBrowser, who: string): Promise<WebPage> {
  const form = await browser.open(`${gateway.url}/session/sso?redirectTo=/healthz`)
  return browser.post(form.url, new URLSearchParams({ who }))
}

async function enter(browser: WebBrowser, { url }: WebPage, changed: object = {}): Promise<number> {
  const [token, state] = [url.searchParams.get('token'), url.searchParams.get('state')]
  return (await browser.post(`${gateway.url}/session/token`, { token, state, ...changed })).status
}

const userOf = async (browser: WebBrowser) => {
  const { text } = await browser.open(`${gateway.url}/session`)
  return (JSON.parse(text) as { user?: { email: string } }).user?.email
}

test('check 81: the console with an external single sign-on signs in the right users and no others', async () => {
  const [first, second, thief] = [createWebBrowser(), createWebBrowser(), createWebBrowser()]
  const back = await signInAtIssuer(first, 'ada')
  // In a browser that did not begin the sign-in, with another state, and without one.
  expect([await enter(thief, back), await enter(first, back, { state: 'another' })]).toEqual([401, 401])
  expect(await enter(first, back, { state: undefined })).toBe(401)
  const again = await signInAtIssuer(second, 'grace')
  expect(await enter(second, back)).toBe(401)
  expect([await enter(first, back), await enter(second, again)]).toEqual([200, 200])
  expect([await userOf(first), await userOf(second)]).toEqual([ada.email, 'grace@example.com'])
  // A temporary token works once.
  expect(await enter(first, back)).toBe(401)

  for (const who of ['unverified', 'stranger', 'nobody'])
    expect((await signInAtIssuer(thief, who)).url.searchParams.has('token')).toBe(false)
  expect(await userOf(thief)).toBeUndefined()

  const cookie = `console=${first.cookies(new URL(gateway.url).host).get('console') ?? ''}`
  await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
  expect((await gateway.http.get('/api/apps').set({ cookie })).status).toBe(401)
  evidence({
    check: 81,
    figures: {
      issuer: 'oidc-provider 9.13.3, behind the single sign-on of another platform',
      'right sign-ins': 2,
      'wrong sign-ins': 0,
      'attempts refused': 9,
    },
    breaks: 'the state of the browser is not compared, or a token without state is accepted',
  })
})
