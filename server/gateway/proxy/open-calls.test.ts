import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada } from '#tests/support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const post = (path: string, headers: Record<string, string> = {}) => gateway.http.post(path).set(headers)
const lastSeen = () => gateway.platform.seen.at(-1)

test('a program signs in without a session and without Authorization', async () => {
  const { body } = await post('/api/users/login')
    .send({ email: ada.email, password: ada.password })
    .expect(200)
  expect(body).toEqual({ token: 'token-1', user: { _id: ada._id, email: ada.email } })
  const token = { authorization: `Bearer ${body.token as string}` }
  await gateway.http.get('/api/apps').set(token).set('account-id', 'account-north').expect(200)
  expect((await post('/api/users/login').send({ email: ada.email, password: 'wrong' })).status).toBe(401)
})

test.each(['tokenLogin', 'resetPassword', 'password', 'acceptInvitation'])(
  'users/%s is open, and its answer is that of the platform',
  async (name) => {
    const sent = { email: ada.email, token: 'unknown', password: 'a new password' }
    const { status, body } = await post(`/api/users/${name}`).send(sent)
    expect(lastSeen()?.path).toBe(`/api/users/${name}`)
    if (name !== 'resetPassword')
      expect([status, body.message]).toEqual([401, expect.stringMatching(/No|used/)])
    else expect(status).toBe(204)
  },
)

test.each(['/api/hooks/h1', '/api/tasks/reports'])(
  '%s is open and passes the headers of its sender',
  async (path) => {
    const signed = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1764000000',
      'webhook-signature': 'v1,abc',
      'idempotency-key': 'once',
    }
    const answer = await post(path, { ...signed, 'x-hub-signature': 'other' }).send({ a: 1 })
    expect([answer.status, answer.body.message]).toEqual([401, 'Who are you'])
    expect(lastSeen()?.headers).toMatchObject(signed)
    expect(lastSeen()?.headers['x-hub-signature']).toBeUndefined()
    expect(lastSeen()?.body).toBe('{"a":1}')
  },
)

test.each([
  ['GET', '/api/users/login'],
  ['GET', '/api/hooks/h1'],
  ['PUT', '/api/hooks/h1'],
  ['POST', '/api/hooks'],
  ['POST', '/api/hooks/h1/x'],
  ['POST', '/api/tasks/reports/x'],
  ['POST', '/api/users/logout'],
  ['POST', '/api/users/refreshToken'],
  ['POST', '/api/users/login/x'],
  ['POST', '/api/apps/users/login'],
  ['POST', '/api/%75sers/login'],
])('%s %s is not open', async (method, path) => {
  const url = `${gateway.url}${path}`
  const body = method === 'GET' ? null : '{}'
  const { status } = await fetch(url, { method, headers: { 'content-type': 'application/json' }, body })
  expect(status).toBe(401)
  expect(gateway.platform.seen).toEqual([])
})

test('a session cookie needs the proof of the own page here too; a 401 does not end the session', async () => {
  const cookie = await gateway.signIn()
  gateway.platform.seen.length = 0
  const wrong = { email: ada.email, password: 'wrong' }
  expect((await post('/api/users/login', { cookie }).send(wrong)).body.code).toBe('CSRF')
  const foreign = { cookie, 'x-csrf': '1', origin: 'https://evil.example' }
  expect((await post('/api/hooks/h1', foreign).send({})).body.code).toBe('CSRF')
  expect(gateway.platform.seen).toEqual([])
  gateway.platform.mode({ status: 401 }, '/api/hooks')
  for (const path of ['/api/users/login', '/api/hooks/h1'])
    expect((await post(path, { cookie, 'x-csrf': '1' }).send(wrong)).body.code).not.toBe('SESSION_ENDED')
  await gateway.http.get('/api/apps').set({ cookie }).expect(200)
})

test('the cookie of an ended session does not close them, and passes no other credentials', async () => {
  const cookie = await gateway.signIn()
  await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
  const ended = { cookie, 'x-csrf': '1', authorization: 'Bearer of-another', 'account-id': 'account-north' }
  await post('/api/users/login', ended).send({ email: ada.email, password: ada.password }).expect(200)
  expect(lastSeen()?.headers.authorization).toBeUndefined()
  expect(lastSeen()?.headers['account-id']).toBeUndefined()
  expect((await gateway.http.get('/api/apps').set({ cookie })).body.code).toBe('SESSION_ENDED')
})
