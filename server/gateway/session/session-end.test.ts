import { afterEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
afterEach(() => gateway.close())

const HOUR = 60 * 60_000
const ask = (cookie: string) => gateway.http.get('/session').set('cookie', cookie).expect(200)
const endOf = async (cookie: string): Promise<unknown> => (await ask(cookie)).body.ended

it('of a session names the limit that it has reached', async () => {
  gateway = await startTestGateway({ env: { SESSION_MAX_AGE: '12h', SESSION_IDLE: '90m' } })
  const cookie = await gateway.signIn()
  expect(await endOf(cookie)).toBeUndefined()
  gateway.clock.advance(2 * HOUR)
  expect(await endOf(cookie)).toEqual({
    code: 'UNAUTHENTICATED',
    sentence: 'Your session has expired because it was not used for 90 minutes.',
  })
  gateway.clock.advance(10 * HOUR)
  expect(await endOf(cookie)).toEqual({
    code: 'UNAUTHENTICATED',
    sentence: 'Your session has expired: a sign-in is valid for 12 hours.',
  })
})

it('says that the user has signed out, or that something else has ended the session', async () => {
  gateway = await startTestGateway()
  const signedOut = await gateway.signIn()
  await gateway.http.delete('/session').set({ cookie: signedOut, 'x-csrf': '1' }).expect(200)
  expect(await endOf(signedOut)).toEqual({
    code: 'SESSION_ENDED',
    sentence: 'You have signed out in another tab.',
  })
  const refused = await gateway.signIn()
  gateway.platform.tokens.clear()
  await gateway.http.get('/api/apps').set('cookie', refused).expect(401)
  expect(await endOf(refused)).toMatchObject({
    code: 'SESSION_ENDED',
    sentence: expect.stringMatching(/^Your session was ended elsewhere/),
  })
})

it('of a cookie that does not open says only that', async () => {
  const key = 'ab41c07d95e2'.padEnd(64, '0f3a6c92d81b57e4')
  gateway = await startTestGateway({ sessionKeys: [key] })
  const ofOldKey = await gateway.signIn()
  await gateway.close()
  gateway = await startTestGateway()
  for (const cookie of [ofOldKey, 'console=forged', 'console='])
    expect(await endOf(cookie)).toEqual({
      code: 'SESSION_ENDED',
      sentence: 'Your session has ended: the console can no longer read its cookie.',
    })
})

it('is absent without a cookie', async () => {
  gateway = await startTestGateway()
  expect((await gateway.http.get('/session').expect(200)).body).not.toHaveProperty('ended')
})
