import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueToken } from '#server/platform/auth/tokens.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { hashPassword } from '#server/platform/people/passwords.ts'
import { createMember, createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

const password = 'correct horse battery'
const MINUTE = 60_000

let platform: TestPlatform
let carol: Awaited<ReturnType<typeof createMember>>
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
  carol = await createMember(platform.pool, platform.clock, 'carol', await hashPassword(password))
})
afterAll(() => platform.close())

const login = (body: object) => platform.call.post('/api/users/login').send(body)
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const userId = () => carol.userId
const alive = async (token: string) =>
  (await platform.call.get(`/api/user/${userId()}`).set(bearer(token))).status === 200

async function signIn(): Promise<string> {
  const answer = await login({ email: carol.email, password })
  expect(answer.status).toBe(200)
  return answer.body.token as string
}

describe('login', () => {
  test('returns a token and the user', async () => {
    const answer = await login({ email: ' Carol@Example.TEST ', password })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      token: expect.stringMatching(/^wfc_[\w-]{43}$/),
      user: { _id: userId(), email: carol.email },
    })
  })

  test('a wrong password and an unknown user get the same answer', async () => {
    const wrong = await login({ email: carol.email, password: 'no' })
    const unknown = await login({ email: 'nobody@example.test', password })
    expect(wrong.status).toBe(401)
    const { requestId: _a, ...one } = wrong.body
    const { requestId: _b, ...other } = unknown.body
    expect(one).toEqual(other)
    expect(one.code).toBe('WRONG_CREDENTIALS')
  })

  test('granted and refused ones are recorded', async () => {
    await login({ email: carol.email, password: 'no' })
    const { rows } = await platform.pool.query(
      "select distinct actor, source, result from audit where action = 'login' and actor = $1 order by result",
      [carol.email],
    )
    expect(rows).toEqual([
      { actor: carol.email, source: '127.0.0.1', result: 'done' },
      { actor: carol.email, source: '127.0.0.1', result: 'refused' },
    ])
  })

  test('only hashes of tokens are stored', async () => {
    const token = await signIn()
    const { rows } = await platform.pool.query('select t::text as row from tokens t')
    expect(rows.length).toBeGreaterThan(0)
    for (const { row } of rows) expect(row).not.toContain(token.slice(4))
  })
})

describe('tokens', () => {
  test('expire after 12 hours', async () => {
    const token = await signIn()
    platform.clock.advance(12 * 60 * MINUTE - 1)
    expect(await alive(token)).toBe(true)
    platform.clock.advance(1)
    expect(await alive(token)).toBe(false)
  })

  test('after a refresh the old one is valid for five more minutes', async () => {
    const old = await signIn()
    const answer = await platform.call.post('/api/users/refreshToken').set(bearer(old))
    const fresh = answer.body.token as string
    expect(fresh).not.toBe(old)
    expect([await alive(old), await alive(fresh)]).toEqual([true, true])
    platform.clock.advance(5 * MINUTE)
    expect([await alive(old), await alive(fresh)]).toEqual([false, true])
  })

  test('a refresh does not extend a token that expires sooner', async () => {
    const old = await signIn()
    platform.clock.advance(12 * 60 * MINUTE - MINUTE)
    await platform.call.post('/api/users/refreshToken').set(bearer(old))
    platform.clock.advance(MINUTE)
    expect(await alive(old)).toBe(false)
  })

  test('signing out ends the whole sign-in and no other', async () => {
    const other = await signIn()
    const old = await signIn()
    const fresh = (await platform.call.post('/api/users/refreshToken').set(bearer(old))).body.token
    const answer = await platform.call.post('/api/users/logout').set(bearer(fresh))
    expect(answer.status).toBe(204)
    expect([await alive(old), await alive(fresh), await alive(other)]).toEqual([false, false, true])
  })

  test.each([
    ['none', undefined],
    ['another scheme', 'Basic abc'],
    ['an unknown token', 'Bearer wfc_nothing'],
    ['an empty one', 'Bearer '],
    ['a huge one', `Bearer ${'a'.repeat(5000)}`],
  ])('%s is 401', async (_what, authorization) => {
    const answer = await platform.call
      .get(`/api/user/${userId()}`)
      .set(authorization === undefined ? {} : { authorization })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('UNAUTHENTICATED')
  })
})

describe('temporary tokens', () => {
  const temporary = () =>
    issueToken(createDatabase(platform.pool), {
      userId: userId(),
      kind: 'temporary',
      now: platform.clock.now(),
    })
  const exchange = (token: string) => platform.call.post('/api/users/tokenLogin').send({ token })

  test('of ten concurrent exchanges one succeeds', async () => {
    const token = await temporary()
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(token)))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 401)])
    const won = answers.find(({ status }) => status === 200)
    expect(won?.body.user).toEqual({ _id: userId(), email: carol.email })
    expect(await alive(won?.body.token)).toBe(true)
  })

  test('are no bearer tokens, nor the reverse', async () => {
    expect(await alive(await temporary())).toBe(false)
    expect((await exchange(await signIn())).status).toBe(401)
  })

  test('expire after a minute', async () => {
    const token = await temporary()
    platform.clock.advance(MINUTE)
    expect((await exchange(token)).status).toBe(401)
  })
})

describe('the own user', () => {
  test('a user sees the own accounts', async () => {
    const token = await signIn()
    const answer = await platform.call.get(`/api/user/${userId()}`).set(bearer(token))
    expect(answer.body).toEqual({
      _id: userId(),
      email: carol.email,
      userAccountHash: { [carol.accountId]: { name: 'carols' } },
    })
  })

  test('the account of the header', async () => {
    const token = await signIn()
    const headers = { ...bearer(token), 'account-id': carol.accountId }
    const answer = await platform.call.get('/api/account').set(headers)
    expect(answer.body).toEqual({ _id: carol.accountId, name: 'carols' })
  })

  test('a missing header is 400 and named', async () => {
    const answer = await platform.call.get('/api/account').set(bearer(await signIn()))
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe('The header account-id is required')
  })

  test("another user's account, an unknown one and another user are 404", async () => {
    const token = await signIn()
    const { alice } = platform
    const answers = [
      await platform.call.get('/api/account').set({ ...bearer(token), 'account-id': alice.accountId }),
      await platform.call.get('/api/account').set({ ...bearer(token), 'account-id': 'nothing' }),
      await platform.call.get(`/api/user/${alice.userId}`).set(bearer(token)),
      await platform.call.get('/api/user/nobody').set(bearer(token)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(answers[0]?.body.message).toBe(answers[1]?.body.message)
    expect(answers[2]?.body.message).toBe(answers[3]?.body.message)
  })
})
