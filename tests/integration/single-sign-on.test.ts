import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { cookieOf, freePort } from '../support/gateway.ts'
import { startOidcIssuer, type OidcIssuer } from '../support/oidc-issuer.ts'
import type { Operator } from './operator.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

/** Single sign-on of the embedded platform, from the button to the session, as a browser does it. */

let issuer: OidcIssuer
let path: WholePath
let kim: Operator
const log: string[] = []
beforeAll(async () => {
  const port = await freePort()
  const PUBLIC_URL = `http://127.0.0.1:${port}`
  issuer = await startOidcIssuer(`${PUBLIC_URL}/api/oidc/callback`)
  const { issuer: OIDC_ISSUER, id: OIDC_CLIENT_ID, secret: OIDC_CLIENT_SECRET } = issuer.client
  const platformEnv = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }
  const { SSO_AUTHORIZE_URL = '', SSO_REQUIRE_STATE } = readConfig({ PUBLIC_URL, ...platformEnv }).gateway
  const env = { SSO_AUTHORIZE_URL, SSO_REQUIRE_STATE: String(SSO_REQUIRE_STATE), LOG_LEVEL: 'trace' }
  path = await startWholePath({ port, platformEnv, env, onLog: (line) => void log.push(line) })
  kim = await path.signUp('kim')
})
afterAll(async () => {
  await path.close()
  await issuer.stop()
})

/**
 * Follows the redirects from the button on, as a browser that sends no cookie but the state's; returns the
 * last answer.
 */
async function followRedirects(): Promise<{ state: string; answer: Response; url: URL }> {
  const begun = await path.http.get('/session/sso').query({ redirectTo: '/apps?page=2' }).expect(303)
  const state = cookieOf(begun, 'console-state') ?? ''
  let url = new URL(begun.headers['location'] ?? '')
  for (let step = 0; step < 5; step += 1) {
    if (url.searchParams.has('token')) break
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie: state, accept: 'text/html' } })
    const location = answer.headers.get('location')
    if (location === null) return { state, answer, url }
    url = new URL(location)
  }
  return { state, answer: new Response(), url }
}

const post = (body: object, cookie = '') =>
  path.http.post('/session/token').set({ 'x-csrf': '1', cookie }).send(body)

test('the login page links to it', async () => {
  const { body } = await path.http.get('/session')
  expect(body.login).toMatchObject({ method: 'sso', authorizeUrl: `${path.url}/api/oidc/authorize` })
})

test('a known user gets a session, and no secret is in a log', async () => {
  issuer.person({ email: kim.member.email, email_verified: true })
  const { state, url } = await followRedirects()
  expect(url.href).toMatch(`${path.url}/apps?page=2&token=`)
  const [token, returned] = ['token', 'state'].map((name) => url.searchParams.get(name))
  // The link is refused in another browser, which did not start the sign-in, and without the state.
  await post({ token, state: returned }).expect(401)
  await post({ token }, state).expect(401)
  const answer = await post({ token, state: returned }, state).expect(200)
  expect(answer.body).toMatchObject({ authenticated: true, sso: true, user: { email: kim.member.email } })
  const session = await path.http.get('/session').set({ cookie: cookieOf(answer) ?? '' })
  expect(session.body.authenticated).toBe(true)
  await post({ token, state: returned }, state).expect(401)

  const secrets = [...issuer.secrets, issuer.client.secret, token ?? '']
  expect(secrets.length).toBeGreaterThan(5)
  expect(log.length).toBeGreaterThan(10)
  expect(secrets.filter((secret) => log.some((line) => line.includes(secret)))).toEqual([])
})

test('an unknown user gets a page that says so', async () => {
  issuer.person({ email: 'nobody@example.test', email_verified: true })
  const { answer } = await followRedirects()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8'])
  expect(await answer.text()).toContain('Nobody here has the address nobody@example.test')
})
