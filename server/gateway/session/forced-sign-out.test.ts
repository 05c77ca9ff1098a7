import { afterEach, expect, it } from 'vitest'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

const sso = {
  SSO_AUTHORIZE_URL: 'https://sso.example.com/authorize',
  SSO_LOGOUT_URL: 'https://sso.example.com/logout?app=console',
}
let gateway: TestGateway
afterEach(() => gateway.close())

async function signInWithToken(): Promise<string> {
  gateway.platform.temporaryTokens.set('temporary', gateway.platform.users[0]!)
  const sent = gateway.http.post('/session/token').set('x-csrf', '1').send({ token: 'temporary' })
  return cookieOf(await sent.expect(200)) ?? ''
}

it.each([401, 403])('a %d of the platform ends the session for all later requests', async (status) => {
  gateway = await startTestGateway()
  const cookie = await gateway.signIn()
  gateway.platform.mode({ status, body: '{"message":"inner words"}' }, '/api/apps')
  const answer = await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
  expect(answer.body).toEqual({
    statusCode: 401,
    code: 'SESSION_ENDED',
    message: 'The session has ended, sign in again',
    redirectTo: null,
    requestId: answer.headers['x-request-id'],
  })
  expect(setCookies(answer)).toEqual([])
  await gateway.http.get('/api/plans').set('cookie', cookie).expect(401)
  expect(gateway.platform.seen.map(({ path }) => path)).not.toContain('/api/plans')
})

it('redirects single sign-on users to the sign-out page, with auth_error', async () => {
  gateway = await startTestGateway({ env: sso })
  const cookie = await signInWithToken()
  gateway.platform.tokens.clear()
  const answer = await gateway.http.get('/session').set('cookie', cookie).expect(401)
  const address = 'https://sso.example.com/logout?app=console&auth_error=1'
  expect(answer.body.redirectTo).toBe(address)
  // Requests that were sent at the same time, and other tabs, are answered after the end.
  const later = await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
  expect(later.body).toMatchObject({ code: 'SESSION_ENDED', redirectTo: address })
  const view = await gateway.http.get('/session').set('cookie', cookie).expect(200)
  expect(view.body).toMatchObject({ authenticated: false, ended: { redirectTo: address } })
})

it('does not redirect what comes after an own sign-out', async () => {
  gateway = await startTestGateway({ env: sso })
  const cookie = await signInWithToken()
  await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
  const later = await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
  expect(later.body).toMatchObject({ code: 'SESSION_ENDED', redirectTo: null })
})

it('redirects single sign-on users to that page without the flag on their own sign-out', async () => {
  gateway = await startTestGateway({ env: sso })
  const cookie = await signInWithToken()
  const answer = await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
  expect(answer.body.redirectTo).toBe(sso.SSO_LOGOUT_URL)
})

it("does not follow from answers to a caller's own credentials", async () => {
  gateway = await startTestGateway()
  const answer = await gateway.http.get('/api/apps').set('authorization', 'Bearer stranger').expect(401)
  expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'Who are you' })
})

it.each(['users/login', 'users/tokenLogin', 'users/logout'])('does not follow from %s', async (call) => {
  gateway = await startTestGateway()
  const cookie = await gateway.signIn()
  gateway.platform.mode({ status: 401, body: '{}' }, `/api/${call}`)
  await gateway.http.post(`/api/${call}`).set({ cookie, 'x-csrf': '1' }).send({}).expect(401)
  gateway.platform.mode('ok', `/api/${call}`)
  await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
})
