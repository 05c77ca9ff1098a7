import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada } from '#tests/support/fake-platform.ts'
import { cookieOf, createTestClock, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const tokens = () => [...gateway.platform.tokens.keys()]
const signIn = (cookie: string) => gateway.http.post('/session').set({ 'x-csrf': '1', cookie }).send(ada)
const signOut = (cookie: string) => gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' })
const choose = (cookie: string) =>
  gateway.http.put('/session/account').set({ cookie, 'x-csrf': '1' }).send({ accountId: 'account-south' })

test('a second sign-in in the same browser ends the token of the first one', async () => {
  await signIn(await gateway.signIn()).expect(200)
  expect(tokens()).toEqual(['token-2'])
})

test('a sign-in ends the session that has expired in this browser', async () => {
  const cookie = await gateway.signIn()
  gateway.clock.advance(61 * 60_000)
  await signIn(cookie).expect(200)
  expect(tokens()).toEqual(['token-2'])
})

test('a change of account exchanges the token and ends the old one', async () => {
  const cookie = await gateway.signIn()
  const answer = await choose(cookie).expect(200)
  expect(tokens()).toEqual(['token-2'])
  await gateway.http
    .get('/api/apps')
    .set('cookie', cookieOf(answer) ?? '')
    .expect(200)
})

test('a platform that gives the same token again keeps the session', async () => {
  const cookie = await gateway.signIn()
  const token = 'token-1'
  gateway.platform.mode({ change: () => ({ token }) }, '/api/users/refreshToken')
  const changed = cookieOf(await choose(cookie).expect(200)) ?? ''
  const user = { _id: ada._id, email: ada.email }
  gateway.platform.mode({ change: () => ({ token, user }) }, '/api/users/login')
  const again = cookieOf(await signIn(changed).expect(200)) ?? ''
  await gateway.http.get('/api/apps').set('cookie', again).expect(200)
})

test('a sign-out ends the tokens that were exchanged shortly before', async () => {
  const cookie = await gateway.signIn()
  const answer = await gateway.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' }).expect(204)
  expect(tokens()).toEqual(['token-1', 'token-2'])
  await signOut(cookieOf(answer) ?? '').expect(200)
  expect(tokens()).toEqual([])
})

test('a 403 that ends the session ends its token too', async () => {
  const cookie = await gateway.signIn()
  gateway.platform.mode({ status: 403 }, '/api/apps')
  await gateway.http.get('/api/apps').set({ cookie }).expect(401)
  await vi.waitFor(() => expect(tokens()).toEqual([]))
})

test.each(['stop', 'hang', 503])('a platform that cannot end a token is asked again (%s)', async (fault) => {
  const cookie = await gateway.signIn()
  const { platform } = gateway
  if (fault === 'stop') await platform.stop()
  else platform.mode(fault === 'hang' ? 'hang' : { status: 503 }, '/api/users/logout')
  await signOut(cookie).expect(200)
  expect(tokens()).toEqual(['token-1'])
  if (fault === 'stop') await platform.start()
  platform.mode('ok', '/api/users/logout')
  gateway.clock.advance(1_000)
  await vi.waitFor(() => expect(tokens()).toEqual([]), 5_000)
})

test('a stop of the gateway tries once more', async () => {
  const clock = createTestClock()
  const other = await startTestGateway({ platform: gateway.platform, clock })
  const cookie = await other.signIn()
  gateway.platform.mode({ status: 503 }, '/api/users/logout')
  await signOutAt(other, cookie)
  gateway.platform.mode('ok', '/api/users/logout')
  await other.app.close()
  expect(tokens()).toEqual([])
})

const signOutAt = ({ http }: TestGateway, cookie: string) =>
  http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
