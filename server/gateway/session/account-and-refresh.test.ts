import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada } from '#tests/support/fake-platform.ts'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const bearersOf = (path: string) =>
  gateway.platform.seen.filter(({ url }) => url === path).map(({ headers }) => headers.authorization)

describe('GET /session of a user who was removed from the account', () => {
  const removed = { userAccountHash: { 'account-south': { name: 'South' } } }
  const accountsAre = (answer: object) =>
    gateway.platform.mode({ status: 200, body: JSON.stringify(answer) }, '/api/user/')
  const view = (cookie: string) => gateway.http.get('/session').set('cookie', cookie)
  const [north, south] = ada.accounts

  it('continues in the next account, and names the one that was left, once', async () => {
    const before = await gateway.signIn()
    accountsAre(removed)
    const answer = await view(before).expect(200)
    expect(answer.body).toMatchObject({
      account: south,
      accounts: [south],
      left: north,
      storedAccount: 'South',
    })
    const after = cookieOf(answer) ?? ''
    await gateway.http.get('/api/apps').set('cookie', after).expect(200)
    expect(gateway.platform.seen.at(-1)?.headers['account-id']).toBe('account-south')
    const { left, account } = (await view(after).expect(200)).body
    expect([left, account]).toEqual([undefined, south])
  })

  it('is answered to every tab that asks at the same time', async () => {
    const before = await gateway.signIn()
    accountsAre(removed)
    const answers = await Promise.all([view(before), view(before), view(before)])
    expect(answers.map(({ status, body }) => [status, body.left])).toEqual(answers.map(() => [200, north]))
  })

  it('is asked again without the account where the platform finds nothing with it', async () => {
    const before = await gateway.signIn()
    gateway.platform.mode({ status: 404, body: '{"message":"Account not found"}' }, '/api/user/')
    await view(before).expect(404)
    const asked = gateway.platform.seen.filter(({ path }) => path === '/api/user/user-ada').slice(-2)
    expect(asked.map(({ headers }) => headers['account-id'])).toEqual(['account-north', undefined])
    await gateway.http.get('/api/apps').set('cookie', before).expect(200)
  })

  it('continues without an account when there is no other, and in one that is added later', async () => {
    const before = await gateway.signIn()
    accountsAre({ userAccountHash: {} })
    const none = await view(before).expect(200)
    expect(none.body).toMatchObject({ authenticated: true, account: null, accounts: [], left: north })
    accountsAre(removed)
    const added = await view(cookieOf(none) ?? '').expect(200)
    expect([added.body.account, added.body.left]).toEqual([south, undefined])
    await gateway.http
      .delete('/session')
      .set({ cookie: cookieOf(none) ?? '', 'x-csrf': '1' })
      .expect(200)
  })

  it('stays in the account while the platform does not answer', async () => {
    const before = await gateway.signIn()
    gateway.platform.mode({ status: 503 }, '/api/user/')
    expect((await view(before).expect(200)).body).toMatchObject({ account: north, accounts: [north] })
  })
})

describe('PUT /session/account', () => {
  const choose = (cookie: string, body: object) =>
    gateway.http.put('/session/account').set({ cookie, 'x-csrf': '1' }).send(body)

  it('continues under the new account with a new sid; the old cookie is invalid', async () => {
    const before = await gateway.signIn()
    const answer = await choose(before, { accountId: 'account-south' }).expect(200)
    expect(answer.body.account).toEqual(ada.accounts[1])
    const after = cookieOf(answer) ?? ''
    await gateway.http.get('/api/apps').set('cookie', after).expect(200)
    expect(gateway.platform.seen.at(-1)?.headers['account-id']).toBe('account-south')
    await gateway.http.get('/api/apps').set('cookie', before).expect(401)
  })

  it('keeps the new cookie when an answer to the old one arrives late', async () => {
    const before = await gateway.signIn()
    gateway.platform.mode('hang', '/api/apps')
    const late = gateway.http
      .get('/api/apps')
      .set('cookie', before)
      .then((answer) => answer)
    await gateway.platform.arrived('/api/apps')
    await choose(before, { accountId: 'account-south' }).expect(200)
    gateway.platform.release()
    expect(setCookies(await late)).toEqual([])
    expect(setCookies(await gateway.http.get('/session').set('cookie', before).expect(200))).toEqual([])
  })

  it('does not extend the absolute cap', async () => {
    const before = await gateway.signIn()
    gateway.clock.advance(30 * 60_000)
    let cookie = cookieOf(await choose(before, { accountId: 'account-south' })) ?? ''
    for (let i = 0; i < 23; i += 1) {
      gateway.clock.advance(30 * 60_000)
      const answer = await gateway.http.get('/session').set('cookie', cookie)
      expect(answer.body.authenticated).toBe(i < 22)
      cookie = cookieOf(answer) ?? ''
    }
  })

  it('answers 403 for an account that the user does not belong to, and keeps the session', async () => {
    const cookie = await gateway.signIn()
    const answer = await choose(cookie, { accountId: 'account-of-others' }).expect(403)
    expect(answer.body.code).toBe('FORBIDDEN')
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
  })

  it.each([401, 403])('does not end the session when the platform answers %d', async (status) => {
    const cookie = await gateway.signIn()
    gateway.platform.mode({ status }, '/api/user/')
    await choose(cookie, { accountId: 'account-south' }).expect(403)
    gateway.platform.mode('ok', '/api/user/')
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
  })

  it('names the missing field', async () => {
    const answer = await choose(await gateway.signIn(), {}).expect(400)
    expect(answer.body.message).toBe('Account id is required')
  })
})

describe('POST /session/refresh', () => {
  const refresh = (cookie: string) => gateway.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' })

  it('is not undone by a concurrent answer to the old cookie', async () => {
    const cookie = await gateway.signIn()
    await refresh(cookie).expect(204)
    const late = await gateway.http.get('/session').set('cookie', cookie).expect(200)
    gateway.clock.advance(6 * 60_000)
    await gateway.http
      .get('/api/apps')
      .set('cookie', cookieOf(late) ?? '')
      .expect(200)
    expect(bearersOf('/api/apps')).toEqual(['Bearer token-2'])
  })

  it('sends the selected account, as every call of a session does', async () => {
    const cookie = await gateway.signIn()
    await refresh(cookie).expect(204)
    await gateway.http.get('/session').set('cookie', cookie).expect(200)
    for (const path of ['/api/users/refreshToken', '/api/user/'])
      expect(
        gateway.platform.seen.findLast((seen) => seen.path.startsWith(path))?.headers['account-id'],
      ).toBe('account-north')
  })

  it('ends the session when the platform refuses the token', async () => {
    const cookie = await gateway.signIn()
    gateway.platform.tokens.clear()
    const answer = await refresh(cookie).expect(401)
    expect(answer.body).toMatchObject({ code: 'SESSION_ENDED', redirectTo: null })
    expect(setCookies(answer)[0]).toMatch(/^console=;/)
  })

  it('changes nothing while the platform is unavailable', async () => {
    const cookie = await gateway.signIn()
    await gateway.platform.stop()
    expect((await refresh(cookie).expect(503)).body.code).toBe('PLATFORM_DOWN')
    await gateway.platform.start()
    gateway.clock.advance(1_000)
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
  })

  it('does not restore a session that was signed out meanwhile', async () => {
    const cookie = await gateway.signIn()
    gateway.platform.mode('hang', '/api/users/refreshToken')
    const pending = refresh(cookie).then((answer) => answer)
    await gateway.platform.arrived('/api/users/refreshToken')
    await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
    // The exchange itself succeeds: the platform handled it before the sign-out.
    gateway.platform.tokens.set('token-1', gateway.platform.users[0]!)
    gateway.platform.mode('ok', '/api/users/refreshToken')
    gateway.platform.release()
    const answer = await pending
    expect(answer.status).toBe(401)
    expect(setCookies(answer).every((text) => text.startsWith('console=;'))).toBe(true)
  })
})
