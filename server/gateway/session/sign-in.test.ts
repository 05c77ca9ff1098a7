import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada } from '#tests/support/fake-platform.ts'
import { setCookies, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway()
})
afterEach(() => gateway.close())

const pair = { email: ada.email, password: ada.password }
const post = (body: object, to = gateway) => to.http.post('/session').set('x-csrf', '1').send(body)

describe('GET /session', () => {
  it('shows only version and login method without a session', async () => {
    const answer = await gateway.http.get('/session').expect(200)
    expect(answer.body).toEqual({
      authenticated: false,
      version: '1.0.108',
      login: { method: 'legacy', vendor: 'SSO', authorizeUrl: null },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  it('shows user, account and accounts to the signed-in user, never the token', async () => {
    const cookie = await gateway.signIn()
    const answer = await gateway.http.get('/session').set('cookie', cookie).expect(200)
    expect(answer.body).toMatchObject({
      authenticated: true,
      user: { _id: ada._id, email: ada.email },
      account: ada.accounts[0],
      accounts: ada.accounts,
      sso: false,
    })
    expect(answer.text).not.toContain('token')
  })

  it('opens the console while the platform is unavailable, with the account of the cookie', async () => {
    const cookie = await gateway.signIn()
    await gateway.platform.stop()
    const answer = await gateway.http.get('/session').set('cookie', cookie).expect(200)
    expect(answer.body).toMatchObject({ authenticated: true, accounts: [ada.accounts[0]] })
  })
})

describe('POST /session', () => {
  it('answers 401 to a wrong password, without a cookie', async () => {
    const answer = await post({ ...pair, password: 'wrong' }).expect(401)
    expect(answer.body).toMatchObject({ statusCode: 401, code: 'WRONG_CREDENTIALS' })
    expect(answer.body.requestId).toBe(answer.headers['x-request-id'])
    expect(setCookies(answer)).toEqual([])
  })

  it('names every invalid field of the body', async () => {
    const answer = await post({ email: ' ' }).expect(400)
    expect(answer.body.code).toBe('BAD_REQUEST')
    expect(answer.body.message).toBe('Email must not be empty; Password is required')
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/json\ta'])(
    'refuses %s',
    async (type) => {
      const sent = gateway.http.post('/session').set('x-csrf', '1').set('content-type', type)
      await sent.send(JSON.stringify(pair)).expect(415)
      expect(gateway.platform.seen).toEqual([])
    },
  )

  it('chooses the account of the stored name, else the first', async () => {
    expect((await post({ ...pair, account: 'South' })).body.account).toEqual(ada.accounts[1])
    expect((await post({ ...pair, account: 'East' })).body.account).toEqual(ada.accounts[0])
  })

  it('accepts the stored name with its suffix in staging', async () => {
    const staging = await startTestGateway({ env: { STAGE: 'staging' } })
    const matched = await post({ ...pair, account: 'South-staging' }, staging)
    expect(matched.body).toMatchObject({ account: ada.accounts[1], storedAccount: 'South-staging' })
    expect((await post({ ...pair, account: 'South' }, staging)).body.account).toEqual(ada.accounts[0])
    await staging.close()
  })

  it('accepts a user without an account', async () => {
    gateway.platform.users[0]!.accounts = []
    expect((await post(pair).expect(200)).body).toMatchObject({ account: null, accounts: [] })
  })

  it('accepts an answer that wraps the entity in data', async () => {
    gateway.platform.tokens.set('wrapped', gateway.platform.users[0]!)
    const body = JSON.stringify({ data: { token: 'wrapped', user: { _id: ada._id, email: ada.email } } })
    const headers = { 'content-type': 'application/json' }
    gateway.platform.mode({ status: 200, body, headers }, '/api/users/login')
    expect((await post(pair).expect(200)).body.authenticated).toBe(true)
  })

  it.each<[string, object, object[]]>([
    ['no accounts at all', {}, []],
    ['null accounts', { userAccountHash: null }, []],
    ['no accounts, in data', { data: { _id: ada._id } }, []],
    [
      'accounts without a name',
      { userAccountHash: { a1: { name: 'X' }, a2: { name: null }, a3: { name: '' }, a4: {}, a5: null } },
      [
        { _id: 'a1', name: 'X' },
        { _id: 'a2', name: 'a2' },
        { _id: 'a3', name: 'a3' },
        { _id: 'a4', name: 'a4' },
        { _id: 'a5', name: 'a5' },
      ],
    ],
  ])('accepts a user that the platform describes with %s', async (_what, told, accounts) => {
    gateway.platform.mode({ change: () => told }, '/api/user/')
    const answer = await post(pair).expect(200)
    expect(answer.body).toMatchObject({ account: accounts[0] ?? null, accounts })
  })

  it.each(['[]', '{"userAccountHash":[]}', '{"userAccountHash":"a1"}'])(
    'answers 502 to a user like %j',
    async (body) => {
      gateway.platform.mode({ status: 200, body }, '/api/user/')
      expect((await post(pair).expect(502)).body.code).toBe('BAD_GATEWAY')
    },
  )

  it.each(['{"token":', '{"user":{}}', '"no"', ''])(
    'answers 502 to a sign-in answer like %j',
    async (body) => {
      gateway.platform.mode({ status: 200, body }, '/api/users/login')
      expect((await post(pair).expect(502)).body.code).toBe('BAD_GATEWAY')
    },
  )

  it('does not count successful attempts, so that one user can sign in from many browsers', async () => {
    for (let i = 0; i < 12; i++) await post(pair).expect(200)
    const guesses = await Promise.all(Array.from({ length: 12 }, () => post({ ...pair, password: 'guess' })))
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  it('limits the attempts of one address', async () => {
    const strict = await startTestGateway({ env: { SIGN_INS_PER_ADDRESS: '3' } })
    for (const name of ['a', 'b', 'c']) await post({ email: `${name}@x`, password: 'x' }, strict).expect(401)
    await post({ email: 'd@x', password: 'x' }, strict).expect(429)
    await strict.close()
  })
})
