import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada } from '#tests/support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  const env = { SIGN_INS_PER_USER: '3', SIGN_INS_PER_ADDRESS: '6' }
  gateway = await startTestGateway({ env })
})
afterEach(() => gateway.close())

const call = (path: string, body: object = { email: 'a@b.c', password: 'guess' }) =>
  gateway.http.post(path).set('authorization', 'Bearer anything').send(body)
const status = async (path: string, body?: object) => (await call(path, body)).status
const logins = () => gateway.platform.seen.filter(({ url }) => url.startsWith('/api/users/login'))

test.each(['login', 'tokenLogin', 'password', 'resetPassword', 'acceptInvitation'])(
  'users/%s under /api counts by user and by address, in every spelling',
  async (name) => {
    const path = `/api/users/${name}`
    const spelled = [`${path}/`, `${path}?x=1`, `/api/%75sers/${name}`]
    for (const one of spelled) expect(await status(one)).not.toBe(429)
    const refused = await call(path)
    expect(refused.status).toBe(429)
    expect(refused.body.message).toMatch(/^Too many attempts for this user, try again in \d+ s$/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    for (const one of ['1', '2']) expect(await status(path, { email: one })).not.toBe(429)
    const full = await call(path, { email: '3' })
    expect(full.body.message).toMatch(/^Too many attempts from this address/)
  },
)

test('all ways count together, whatever the spelling of the e-mail', async () => {
  const { http } = gateway
  const email = ada.email
  expect((await http.post('/session').set('x-csrf', '1').send({ email, password: 'x' })).status).toBe(401)
  expect((await http.post('/session/password-reset').set('x-csrf', '1').send({ email })).status).toBe(204)
  expect(await status('/api/users/login', { email: ' Ada@Example.com ', password: 'x' })).toBe(401)
  expect(await status('/api/users/resetPassword', { email })).toBe(429)
  expect((await http.post('/session').set('x-csrf', '1').send(ada)).status).toBe(429)
})

test('a right password does not count, a reset does', async () => {
  for (let time = 0; time < 5; time++) expect(await status('/api/users/login', ada)).toBe(200)
  gateway.clock.advance(60_001)
  for (let time = 0; time < 3; time++)
    expect(await status('/api/users/resetPassword', { email: ada.email })).toBe(204)
  expect(await status('/api/users/resetPassword', { email: ada.email })).toBe(429)
})

test('the current password cannot be guessed with a token that was found', async () => {
  const guess = { current: 'x', password: 'a new password' }
  for (let time = 0; time < 3; time++) expect(await status('/api/users/password', guess)).toBe(401)
  expect(await status('/api/users/password', guess)).toBe(429)
})

test('the platform reads the user that was counted', async () => {
  const send = (text: string) => gateway.http.post('/api/users/login').type('application/json').send(text)
  expect((await send('{"email":"first","email":"last","password":"x"}')).status).toBe(401)
  expect(logins().map(({ body }) => body)).toEqual(['{"email":"last","password":"x"}'])
  const long = JSON.stringify({ email: 'a'.repeat(321) })
  for (const text of [
    '{"email":"a","EMAIL":"b"}',
    '{"email":["a"]}',
    '{"email":{"$gt":""}}',
    '[]',
    '{',
    long,
  ])
    expect((await send(text)).status).toBe(400)
  expect(logins()).toHaveLength(1)
  expect((await send(JSON.stringify({ email: 'a', password: 'x'.repeat(70_000) }))).status).toBe(413)
})

test('other calls are not counted, and the window ends after a minute', async () => {
  for (let time = 0; time < 9; time++) expect(await status('/api/apps')).not.toBe(429)
  for (let time = 0; time < 4; time++) await call('/api/users/login')
  gateway.clock.advance(60_001)
  expect(await status('/api/users/login')).not.toBe(429)
})
