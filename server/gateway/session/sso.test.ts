import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

const env = { SSO_AUTHORIZE_URL: 'https://sso.example.com/authorize?client=1', SSO_VENDOR: 'Acme' }
let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway({ env })
  gateway.platform.temporaryTokens.set('temporary', gateway.platform.users[0]!)
})
afterEach(() => gateway.close())

async function begin(redirectTo = '/') {
  const answer = await gateway.http.get('/session/sso').query({ redirectTo }).expect(303)
  const target = new URL(answer.headers['location'] ?? '')
  return {
    answer,
    target,
    cookie: cookieOf(answer, 'console-state') ?? '',
    state: target.searchParams.get('state') ?? '',
  }
}
const finish = (body: object, cookie = '', to = gateway) =>
  to.http.post('/session/token').set({ 'x-csrf': '1', cookie }).send(body)

describe('GET /session/sso', () => {
  it('redirects to the vendor with state and return address, and keeps the state for ten minutes', async () => {
    const { answer, target, state } = await begin('/apps/7?page=2')
    expect(target.origin + target.pathname).toBe('https://sso.example.com/authorize')
    expect(target.searchParams.get('client')).toBe('1')
    expect(target.searchParams.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/apps\/7\?page=2$/)
    expect(state.length).toBeGreaterThan(20)
    expect(setCookies(answer)[0]).toMatch(/^console-state=.*Max-Age=600; Path=\/; HttpOnly; SameSite=Lax/)
  })

  it('is 404 without single sign-on', async () => {
    const legacy = await startTestGateway()
    await legacy.http.get('/session/sso').expect(404)
    await legacy.close()
  })

  it('is announced by GET /session', async () => {
    const { body } = await gateway.http.get('/session')
    expect(body.login).toEqual({ method: 'sso', vendor: 'Acme', authorizeUrl: env.SSO_AUTHORIZE_URL })
  })
})

describe('POST /session/token', () => {
  it('signs in once with the state of this browser', async () => {
    const { cookie, state } = await begin()
    const answer = await finish({ token: 'temporary', state, account: 'South' }, cookie).expect(200)
    expect(answer.body).toMatchObject({ authenticated: true, sso: true, account: { name: 'South' } })
    expect((await finish({ token: 'temporary', state }, cookie)).status).toBe(401)
  })

  it('refuses a state of another browser without using up the token', async () => {
    const { state } = await begin()
    await finish({ token: 'temporary', state }).expect(401)
    const other = await begin()
    await finish({ token: 'temporary', state }, other.cookie).expect(401)
    expect(gateway.platform.temporaryTokens.has('temporary')).toBe(true)
  })

  it('accepts a token without state unless the configuration forbids it', async () => {
    const strict = await startTestGateway({ env: { ...env, SSO_REQUIRE_STATE: 'true' } })
    strict.platform.temporaryTokens.set('temporary', strict.platform.users[0]!)
    await finish({ token: 'temporary' }, '', strict).expect(401)
    await strict.close()
    await finish({ token: 'temporary' }).expect(200)
  })
})
