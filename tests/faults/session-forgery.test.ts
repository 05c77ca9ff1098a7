import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { ada } from '../support/fake-platform.ts'
import { setCookies, startTestGateway, type TestGateway } from '../support/gateway.ts'

/**
 * Check 9: a request that another site makes a browser send changes nothing: no sign-in, no sign-out, no
 * call.
 */

const own = 'http://console.example.com:8080'
let gateway: TestGateway
let cookie: string
beforeAll(async () => {
  gateway = await startTestGateway({ env: { PUBLIC_URL: own } })
  cookie = await gateway.signIn()
})
afterAll(() => gateway.close())

const changing = [
  ['post', '/session'],
  ['post', '/session/token'],
  ['post', '/session/password'],
  ['post', '/session/password-reset'],
  ['post', '/session/invitation'],
  ['post', '/session/refresh'],
  ['put', '/session/account'],
  ['delete', '/session'],
  ['post', '/graphql'],
  ['post', '/api/apps'],
  ['put', '/api/apps/1'],
  ['delete', '/api/apps/1'],
  ['patch', '/api/apps/1'],
] as const

/**
 * Requests that a page, a form or a script of another site can send, alone and together with a guess of the
 * header.
 */
const forgeries = [
  {},
  { 'x-csrf': '0' },
  { origin: own },
  { 'x-csrf': '1', origin: 'http://evil.example.com' },
  { 'x-csrf': '1', origin: 'https://console.example.com:8080' },
  { 'x-csrf': '1', origin: 'http://console.example.com' },
  { 'x-csrf': '1', origin: 'http://console.example.com:8080.evil.example.com' },
  { 'x-csrf': '1', origin: 'null' },
  { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://evil.example.com' },
  { 'content-type': 'multipart/form-data; boundary=x', origin: 'http://evil.example.com' },
  { 'content-type': 'text/plain', origin: 'http://evil.example.com' },
]

/** Requests that a link, an image or a redirect of another site can send. */
const readings = [
  '/session?email=a@b.c&password=x',
  '/session/token?token=t',
  '/session/refresh',
  '/session/account?accountId=account-south',
  '/session/invitation?token=t',
  '/session/password-reset?email=ada@example.com',
  '/graphql?query=mutation{createApp(name:"x",description:"x"){id}}',
]

test('check 9: requests that another site could cause are refused before anything happens', async () => {
  const body = 'email=ada%40example.com&password=correct%20horse'
  const tokens = [...gateway.platform.tokens.keys()]
  const seen = gateway.platform.seen.length
  let refused = 0
  for (const [method, path] of changing) {
    for (const forgery of forgeries) {
      const answer = await gateway.http[method](path)
        .set({ cookie, ...forgery })
        .send(body)
      expect([path, forgery, answer.status, answer.body.code]).toEqual([path, forgery, 403, 'CSRF'])
      expect(setCookies(answer)).toEqual([])
      refused++
    }
  }
  expect(gateway.platform.seen).toHaveLength(seen)
  for (const path of readings) {
    const answer = await gateway.http.get(path).set({ cookie, origin: 'http://evil.example.com' })
    expect([path, [200, 404, 426].includes(answer.status)]).toEqual([path, true])
    // `GET /session` renews the cookie of an existing session; it never creates another session.
    if (!path.startsWith('/session?')) expect([path, setCookies(answer)]).toEqual([path, []])
  }
  expect([...gateway.platform.tokens.keys()]).toEqual(tokens)
  expect(gateway.platform.seen.slice(seen).every(({ method }) => method === 'GET')).toBe(true)
  const still = await gateway.http.get('/session').set('cookie', cookie).expect(200)
  expect(still.body).toMatchObject({ authenticated: true, account: ada.accounts[0] })
  evidence({
    check: 9,
    figures: { 'forged changes refused': refused, 'forged reads': readings.length, 'changes of state': 0 },
    breaks: 'the header alone is sufficient proof; public routes of the session need none',
  })
})

test("the console's own requests are accepted, with its origin and without one; reads need no proof", async () => {
  const sent = gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' })
  await sent.set('origin', own).send({}).expect(200)
  await gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send({}).expect(200)
  await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
})

test('a caller with its own credentials needs no proof', async () => {
  await gateway.http.post('/api/apps').set('authorization', 'Basic a2V5OnNlY3JldA==').send({}).expect(200)
})

test('without PUBLIC_URL the origin with the requested host is allowed', async () => {
  const plain = await startTestGateway()
  const sign = (origin: string) =>
    plain.http
      .post('/session')
      .set({ 'x-csrf': '1', host: 'box.local:8080', origin })
      .send({ email: ada.email, password: ada.password })
  await sign('http://box.local:8080').expect(200)
  await sign('https://box.local:8080').expect(200)
  await sign('http://box.local').expect(403)
  await sign('http://box.local:8080/path').expect(403)
  await sign('http://box.local:8081').expect(403)
  await plain.close()
})
