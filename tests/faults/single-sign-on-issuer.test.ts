import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { evidence } from '../support/evidence.ts'
import { freePort } from '../support/gateway.ts'
import { startOidcProvider, type OidcProviderProcess } from '../support/oidc-provider-process.ts'
import { createWebBrowser, type WebBrowser, type WebPage } from '../support/web-browser.ts'

/**
 * Check 81: single sign-on of the embedded platform with an issuer that is not ours, `oidc-provider` in its own
 * process, as a browser goes through it.
 */

interface Installation {
  path: WholePath
  issuer: OidcProviderProcess
  /** Goes from the button of the login page to the form of the issuer. */
  begin(browser: WebBrowser): Promise<WebPage>
  /** Signs in at the issuer by name, and follows the redirects back. */
  finish(browser: WebBrowser, form: WebPage, who: string): Promise<WebPage>
  close(): Promise<void>
}

async function install(clockMs = 0): Promise<Installation> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secret = 'a secret, of more than 40 characters: +/%&='
  const issuer = await startOidcProvider(
    [{ id: 'console', secret, redirectUri: `${url}/api/oidc/callback`, logoutUri: `${url}/login` }],
    { clockMs },
  )
  const platformEnv = {
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: secret,
  }
  const logout = new URL(`${issuer.issuer}/session/end`)
  logout.searchParams.set('client_id', 'console')
  logout.searchParams.set('post_logout_redirect_uri', `${url}/login`)
  const env = {
    SSO_AUTHORIZE_URL: `${url}/api/oidc/authorize`,
    SSO_REQUIRE_STATE: 'true',
    SSO_LOGOUT_URL: logout.href,
  }
  const path = await startWholePath({ port, env, platformEnv })
  const { member } = await path.signUp('kim')
  await issuer.people({
    kim: { email: member.email, email_verified: true },
    unverified: { email: member.email, email_verified: false },
    unsaid: { email: member.email },
    stranger: { email: 'stranger@example.test', email_verified: true },
  })
  return {
    path,
    issuer,
    begin: (browser) => browser.open(`${url}/session/sso?redirectTo=/apps`),
    finish: (browser, form, who) => browser.post(form.url, new URLSearchParams({ who })),
    async close() {
      await path.close()
      await issuer.stop()
    },
  }
}

const figures = { right: 0, wrong: 0, refused: 0 }

/** Ends a sign-in in the console, as its page does. */
async function enter({ path }: Installation, browser: WebBrowser, { url }: WebPage): Promise<number> {
  const [token, state] = [url.searchParams.get('token'), url.searchParams.get('state')]
  const { status } = await browser.post(`${path.url}/session/token`, { token, state })
  return status
}

async function signedIn({ path }: Installation, browser: WebBrowser): Promise<boolean> {
  const { text } = await browser.open(`${path.url}/session`)
  return (JSON.parse(text) as { authenticated: boolean }).authenticated
}

/** A right sign-in from the button to the session. */
async function signIn(at: Installation, browser = createWebBrowser()): Promise<WebBrowser> {
  const back = await at.finish(browser, await at.begin(browser), 'kim')
  expect(back.url.pathname).toBe('/apps')
  expect(await enter(at, browser, back)).toBe(200)
  expect(await signedIn(at, browser)).toBe(true)
  figures.right += 1
  return browser
}

/** The browser gets a page with that sentence, and no session. */
async function refused(at: Installation, browser: WebBrowser, page: WebPage, status: number, text: string) {
  expect([page.status, page.type, page.url.searchParams.has('token')]).toEqual([
    status,
    'text/html; charset=utf-8',
    false,
  ])
  expect(page.text).toContain(text)
  expect(page.text).toContain('href="/"')
  if (await signedIn(at, browser)) figures.wrong += 1
  figures.refused += 1
}

/** What a browser was sent back to, without opening it: a request that an attacker can change. */
async function callbackOf(at: Installation, browser: WebBrowser): Promise<URL> {
  let caught: URL | null = null
  const form = await at.begin(browser)
  browser.changeAddress((url) => {
    if (url.pathname !== '/api/oidc/callback') return url
    caught = url
    return new URL(`${at.path.url}/healthz`)
  })
  await at.finish(browser, form, 'kim')
  browser.changeAddress(null)
  if (!caught) throw new Error('The issuer did not redirect back')
  return caught
}

const unconfirmed = 'The identity provider does not confirm who you are, sign in again'
let at: Installation
beforeAll(async () => {
  at = await install()
})
afterAll(() => at.close())

describe('check 81: single sign-on with an independent issuer', () => {
  test('a known user signs in, and the token of the address opens nothing else', async () => {
    const browser = createWebBrowser()
    const back = await at.finish(browser, await at.begin(browser), 'kim')
    const thief = createWebBrowser()
    expect(await enter(at, thief, back)).toBe(401)
    expect(await enter(at, browser, back)).toBe(200)
    expect(await enter(at, browser, back)).toBe(401)
    if (await signedIn(at, thief)) figures.wrong += 1
    figures.right += 1
    figures.refused += 2
  })

  test.each([
    ['unverified', 401, accountMessages.unverifiedEmail],
    ['unsaid', 401, accountMessages.unverifiedEmail],
    ['stranger', 403, 'Nobody here has the address stranger@example.test: ask for an invitation'],
    ['nobody', 401, 'The identity provider did not sign you in'],
  ])('%s gets a page with the reason', async (who, status, text) => {
    const browser = createWebBrowser()
    const page = await at.finish(browser, await at.begin(browser), who)
    await refused(at, browser, page, status, text)
  })

  test.each([
    ['a changed nonce', 'nonce', 'of-an-attacker'],
    ['a changed challenge', 'code_challenge', 'A'.repeat(43)],
  ])('%s in the address of the issuer is refused', async (_what, name, value) => {
    const browser = createWebBrowser()
    browser.changeAddress((url) => {
      if (url.pathname === '/auth' && url.searchParams.has(name)) url.searchParams.set(name, value)
      return url
    })
    const form = await at.begin(browser)
    browser.changeAddress(null)
    await refused(at, browser, await at.finish(browser, form, 'kim'), 401, unconfirmed)
  })

  test('a code is bound to its sign-in and its issuer, and works once', async () => {
    const browser = createWebBrowser()
    const [first, second] = [await callbackOf(at, createWebBrowser()), await callbackOf(at, browser)]
    const swapped = new URL(second)
    swapped.searchParams.set('code', first.searchParams.get('code') ?? '')
    await refused(at, browser, await browser.open(swapped), 401, unconfirmed)

    const mixedUp = await callbackOf(at, createWebBrowser())
    mixedUp.searchParams.set('iss', 'https://another-issuer.example.test')
    await refused(at, browser, await browser.open(mixedUp), 401, unconfirmed)
    mixedUp.searchParams.delete('iss')
    await refused(at, browser, await browser.open(mixedUp), 401, unconfirmed)

    const used = await callbackOf(at, createWebBrowser())
    expect((await browser.open(used)).url.searchParams.has('token')).toBe(true)
    await refused(at, browser, await browser.open(used), 401, unconfirmed)
    await refused(
      at,
      browser,
      await browser.open(`${at.path.url}/api/oidc/callback?code=x&state=invented`),
      400,
      'sign in again',
    )
  })

  test('a new key of the issuer works at once', async () => {
    await signIn(at)
    await at.issuer.rotateKeys()
    await signIn(at)
  })

  test('signing out ends the session here, at the platform and at the issuer', async () => {
    const browser = await signIn(at)
    const host = new URL(at.path.url).host
    const kept = browser.cookies(host).get('console') ?? ''
    // The issuer knows the user: no form.
    expect((await at.begin(browser)).url.searchParams.has('token')).toBe(true)
    const cookie = [...browser.cookies(host)].map(([name, value]) => `${name}=${value}`).join('; ')
    const left = await at.path.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
    const confirm = await browser.open(String(left.body.redirectTo))
    const [action, xsrf] = [/action="([^"]+)"/, /name="xsrf" value="([^"]+)"/].map(
      (part) => part.exec(confirm.text)?.[1] ?? '',
    )
    const form = new URLSearchParams({ xsrf: xsrf ?? '', logout: 'yes' })
    await browser.post(action ?? '', form)
    expect((await at.begin(browser)).text).toContain('<form')
    await at.path.http.get('/api/account').set('cookie', `console=${kept}`).expect(401)
    figures.refused += 1
  })

  test.each([-4, 4])('an issuer whose clock is %i minutes off signs users in', async (minutes) => {
    const off = await install(minutes * 60_000)
    await signIn(off)
    await off.close()
  })

  test('in all', () => {
    expect(figures).toEqual({ right: 6, wrong: 0, refused: 14 })
    evidence({
      check: 81,
      figures: {
        issuer: 'oidc-provider 9.13.3, as client of the embedded platform',
        'right sign-ins': figures.right,
        'wrong sign-ins': figures.wrong,
        'attempts refused': figures.refused,
      },
      breaks:
        'a missing email_verified is accepted, the keys of the issuer stay cached, or nonce, verifier or issuer is not checked',
    })
  })
})
