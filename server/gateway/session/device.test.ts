import { afterEach, beforeEach, expect, test } from 'vitest'
import { ada } from '#tests/support/fake-platform.ts'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'
import { knows, withUser } from './device.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway({ env: { SIGN_INS_PER_USER: '3', SIGN_INS_PER_ADDRESS: '8' } })
  gateway.platform.users.push({ ...ada, _id: 'user-grace', email: 'grace@example.com' })
})
afterEach(() => gateway.close())

const signIn = (password: string, cookie = '', email = ada.email, to = gateway) =>
  to.http.post('/session').set({ 'x-csrf': '1', cookie }).send({ email, password })
const deviceOf = async (email = ada.email, before = '') =>
  cookieOf(await signIn(ada.password, before, email).expect(200), 'console-device') ?? ''
const guess = async (times: number, cookie = '') => {
  for (let time = 0; time < times; time++) await signIn('guess', cookie)
}

test('the mark is HttpOnly, SameSite=Lax and lives one year; over https its name is bound to the host', async () => {
  const cookie = setCookies(await signIn(ada.password)).find((one) => one.startsWith('console-device='))
  expect(cookie).toMatch(/; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/)
  const secure = await startTestGateway({ env: { PUBLIC_URL: 'https://console.example.com' } })
  const set = setCookies(await signIn(ada.password, '', ada.email, secure)).join('\n')
  expect(set).toMatch(/__Host-console-device=.*; Path=\/; HttpOnly; Secure; SameSite=Lax/)
  await secure.close()
})

test('guesses of others lock out unknown browsers only; a known one counts its own failures', async () => {
  const device = await deviceOf()
  await guess(4)
  expect((await signIn(ada.password)).status).toBe(429)
  expect((await signIn(ada.password, device)).status).toBe(200)
  await guess(3, device)
  expect((await signIn(ada.password, device)).status).toBe(429)
  gateway.clock.advance(60_001)
  expect((await signIn(ada.password, device)).status).toBe(200)
})

test('guesses from its address do not lock out a known browser', async () => {
  const device = await deviceOf()
  for (let time = 0; time < 9; time++) await signIn('guess', '', `user-${time}@example.com`)
  expect((await signIn(ada.password, '', 'grace@example.com')).status).toBe(429)
  expect((await signIn(ada.password, device)).status).toBe(200)
})

test('the mark of another user, a forged one and the session cookie are no help', async () => {
  const other = await deviceOf('grace@example.com')
  const session = await gateway.signIn()
  await guess(4)
  for (const cookie of [other, 'console-device=AAAA;AAAA', session.replace('console=', 'console-device=')])
    expect((await signIn(ada.password, cookie)).status).toBe(429)
  expect((await gateway.http.get('/api/apps').set('cookie', other.replace('-device', ''))).status).toBe(401)
})

test('a second user of the browser keeps the first one, and signing in as oneself resets no failures', async () => {
  const first = await deviceOf()
  await guess(3, first)
  const both = await deviceOf('grace@example.com', first)
  expect((await signIn(ada.password, both)).status).toBe(429)
  gateway.clock.advance(60_001)
  await guess(4)
  expect((await signIn(ada.password, both)).status).toBe(200)
})

test('a browser keeps the users of its ten latest sign-ins', () => {
  let device = withUser(null, ['0@example.com'])
  const { id } = device
  for (let user = 1; user < 12; user++) device = withUser(device, [`${user}@example.com`])
  expect(device.id).toBe(id)
  expect(device.users).toHaveLength(10)
  expect(['1@example.com', '2@example.com', ' 11@EXAMPLE.com'].map((one) => knows(device, one))).toEqual([
    false,
    true,
    true,
  ])
})
