import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

/** Single sign-on through the gateway to the embedded platform: two public calls. */

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
beforeEach(() => {
  gateway.platform.mode('ok')
  gateway.platform.seen.length = 0
})
afterAll(() => gateway.close())

const calls = ['/api/oidc/authorize', '/api/oidc/callback']
const location = 'https://id.example.test/authorize?state=a%20b&nonce=1'
const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

it.each(calls)(
  '%s passes without a session: the query to the platform, the redirect to the browser',
  async (path) => {
    gateway.platform.mode({ status: 302, headers: { location, 'set-cookie': 'a=b' } })
    const answer = await gateway.http.get(`${path}?state=a%20b&code=%2F`).expect(302)
    expect([answer.headers['location'], answer.headers['set-cookie']]).toEqual([location, undefined])
    expect(gateway.platform.seen.map(({ url }) => url)).toEqual([`${path}?state=a%20b&code=%2F`])
  },
)

it('no credentials are passed, not even of a signed-in user, and a refusal ends no session', async () => {
  const cookie = await gateway.signIn()
  gateway.platform.seen.length = 0
  gateway.platform.mode({ status: 401, body: '{"message":"No"}' })
  const sent = { cookie, authorization: 'Bearer forged', 'account-id': 'forged' }
  const answer = await gateway.http.get('/api/oidc/callback').set(sent).expect(401)
  expect(answer.body).toMatchObject({ code: 'UNAUTHENTICATED', message: 'No' })
  const [seen] = gateway.platform.seen
  for (const name of ['cookie', 'authorization', 'account-id'])
    expect([name, seen?.headers[name]]).toEqual([name, undefined])
  gateway.platform.mode('ok')
  const { body } = await gateway.http.get('/session').set({ cookie }).expect(200)
  expect(body.authenticated).toBe(true)
})

it('a browser gets a failure as a page without scripts', async () => {
  gateway.platform.mode({ status: 403, body: JSON.stringify({ message: 'Nobody has <script>"&' }) })
  const answer = await gateway.http.get('/api/oidc/callback').set('accept', html).expect(403)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
  expect(answer.text).toContain('<p>Nobody has &lt;script&gt;&quot;&amp;</p>')
})

it('internals of a platform are not shown', async () => {
  gateway.platform.mode({ status: 502, body: '{"message":"inner-host"}' })
  const answer = await gateway.http.get('/api/oidc/callback').set('accept', html).expect(502)
  expect(answer.text).not.toContain('inner-host')
  await gateway.platform.stop()
  await gateway.http.get('/api/oidc/callback').set('accept', html).expect(503)
  await gateway.platform.start()
})

it.each([
  ['get', '/api/oidc'],
  ['get', '/api/oidc/other'],
  ['get', '/api/oidc/callback/other'],
  ['get', '/api/oidc/callback/../../apps'],
  ['post', '/api/oidc/callback'],
  ['head', '/api/oidc/authorize'],
] as const)('no other call is public: %s %s', async (method, path) => {
  await gateway.http[method](path).expect(401)
  expect(gateway.platform.seen).toEqual([])
})

it('too many attempts of one address are refused', async () => {
  const strict = await startTestGateway({ env: { SIGN_INS_PER_ADDRESS: '2' } })
  strict.platform.mode({ status: 302, headers: { location } })
  await strict.http.get('/api/oidc/authorize').expect(302)
  await strict.http.get('/api/oidc/callback').expect(302)
  const answer = await strict.http.get('/api/oidc/callback').expect(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(strict.platform.seen.length).toBe(2)
  await strict.close()
})
