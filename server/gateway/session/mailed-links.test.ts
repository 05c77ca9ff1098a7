import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada, type FakeUser } from '#tests/support/fake-platform.ts'
import { cookieOf, setCookies, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const post = (path: string, body: object, cookie = '') =>
  gateway.http.post(`/session/${path}`).set({ 'x-csrf': '1', cookie }).send(body)
const user = () => gateway.platform.users[0] as FakeUser
const next = 'a better password'

describe('POST /session/password-reset', () => {
  it('answers 204 without a body, whether the address is known or not', async () => {
    for (const email of [` ${ada.email.toUpperCase()} `, 'nobody@example.com', 'no address']) {
      const answer = await post('password-reset', { email }).expect(204)
      expect(answer.text).toBe('')
      expect(setCookies(answer)).toEqual([])
    }
    expect(gateway.platform.seen.map(({ body }) => body)[0]).toBe(JSON.stringify({ email: ada.email }))
  })

  it.each([400, 401, 403, 404, 422])('hides a refusal with %d', async (status) => {
    gateway.platform.mode({ status }, '/api/users/resetPassword')
    await post('password-reset', { email: ada.email }).expect(204)
  })

  it('reports that the platform is unavailable', async () => {
    await gateway.platform.stop()
    expect((await post('password-reset', { email: ada.email }).expect(503)).body.code).toBe('PLATFORM_DOWN')
  })

  it('limits the mails to one address', async () => {
    const email = 'nobody@example.com'
    const answers = await Promise.all(Array.from({ length: 15 }, () => post('password-reset', { email })))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(5)
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0)
    await post('password-reset', { email: ada.email }).expect(204)
  })

  it('requires an address', async () => {
    const answer = await post('password-reset', {}).expect(400)
    expect(answer.body.message).toBe('Email is required')
  })
})

describe('POST /session/password', () => {
  it('accepts a mailed token once, from anyone', async () => {
    gateway.platform.mailedTokens.set('mailed', user())
    await post('password', { token: 'mailed', password: next }).expect(204)
    expect(user().password).toBe(next)
    const again = await post('password', { token: 'mailed', password: next }).expect(401)
    expect(again.body).toMatchObject({
      code: 'UNAUTHENTICATED',
      message: 'The link is no longer valid, ask for a new one',
    })
    const { headers } = gateway.platform.seen.at(-1) ?? {}
    expect(headers?.authorization).toBeUndefined()
  })

  it('accepts the current password of the signed-in user', async () => {
    const cookie = await gateway.signIn()
    const wrong = await post('password', { current: 'a guess', password: next }, cookie).expect(401)
    expect(wrong.body).toMatchObject({
      code: 'WRONG_CREDENTIALS',
      message: 'The current password is wrong',
    })
    expect(setCookies(wrong)).toEqual([])
    await post('password', { current: ada.password, password: next }, cookie).expect(204)
    expect(user().password).toBe(next)
    await gateway.http.get('/session').set('cookie', cookie).expect(200)
  })

  it('requires a session for the current password', async () => {
    const answer = await post('password', { current: ada.password, password: next }).expect(401)
    expect(answer.body.code).toBe('UNAUTHENTICATED')
    expect(gateway.platform.seen).toEqual([])
  })

  it('limits guesses of the current password in an open session', async () => {
    const cookie = await gateway.signIn()
    const guess = () => post('password', { current: 'a guess', password: next }, cookie)
    const answers = await Promise.all(Array.from({ length: 12 }, guess))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  it.each([
    [{ token: 't', password: 'short' }, 'Password must have at least 8 characters'],
    [{ password: next }, 'The body must hold either token or current'],
    [{ token: 't', current: 'c', password: next }, 'The body must hold either token or current'],
  ])('refuses %j', async (body, message) => {
    expect((await post('password', body).expect(400)).body.message).toBe(message)
    expect(gateway.platform.seen).toEqual([])
  })
})

describe('POST /session/invitation', () => {
  const kim: FakeUser = {
    _id: 'user-kim',
    email: 'kim@example.com',
    password: next,
    accounts: [
      { _id: 'account-north', name: 'North' },
      { _id: 'account-west', name: 'West' },
    ],
  }
  beforeEach(() => void gateway.platform.mailedTokens.set('invited', structuredClone(kim)))

  it('signs a new user in, once, into the account of the invitation', async () => {
    const without = await post('invitation', { token: 'invited' }).expect(400)
    expect(without.body.message).toBe('Password is required of a new user')
    const answer = await post('invitation', { token: 'invited', password: next }).expect(200)
    expect(answer.body).toMatchObject({
      authenticated: true,
      user: { email: kim.email },
      account: kim.accounts[1],
      sso: false,
    })
    expect(answer.text).not.toContain('token')
    const cookie = cookieOf(answer) ?? ''
    expect((await gateway.http.get('/session').set('cookie', cookie)).body.user).toEqual({
      _id: kim._id,
      email: kim.email,
    })
    const again = await post('invitation', { token: 'invited', password: next }).expect(401)
    expect(again.body.message).toBe('The invitation is no longer valid, ask for a new one')
  })

  it('signs no existing user in, and ends no session', async () => {
    const before = await gateway.signIn()
    for (const cookie of ['', before]) {
      gateway.platform.mailedTokens.set('again', user())
      const answer = await post('invitation', { token: 'again', password: next }, cookie).expect(200)
      expect(answer.body).toEqual({ authenticated: false })
      expect(setCookies(answer)).toEqual([])
    }
    expect(user().password).toBe(ada.password)
    expect((await gateway.http.get('/session').set('cookie', before)).body.authenticated).toBe(true)
  })

  it('ends the previous session of the browser in which a new user signs in', async () => {
    const before = await gateway.signIn()
    await post('invitation', { token: 'invited', password: next }, before).expect(200)
    expect((await gateway.http.get('/session').set('cookie', before)).body.authenticated).toBe(false)
  })

  it('starts with the first account when the platform does not name one', async () => {
    gateway.platform.tokens.set('bare', user())
    const body = JSON.stringify({ data: { token: 'bare', user: { _id: ada._id, email: ada.email } } })
    const headers = { 'content-type': 'application/json' }
    gateway.platform.mode({ status: 200, body, headers }, '/api/users/acceptInvitation')
    expect((await post('invitation', { token: 'any' }).expect(200)).body.account).toEqual(ada.accounts[0])
  })

  it('limits the attempts of one address', async () => {
    await gateway.close()
    gateway = await startTestGateway({ env: { SIGN_INS_PER_ADDRESS: '2' } })
    await post('invitation', { token: 'a' }).expect(401)
    await post('password', { token: 'b', password: next }).expect(401)
    await post('invitation', { token: 'c' }).expect(429)
  })
})
