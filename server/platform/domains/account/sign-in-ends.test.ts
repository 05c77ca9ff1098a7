import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SIGN_INS_CHANNEL } from '#shared/realtime/events.ts'
import { issueForPassword, REPLACED_SIGN_IN_MS } from '#server/platform/auth/tokens.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { hashPassword } from '#server/platform/people/passwords.ts'
import { createSignInAttempts } from '#server/platform/people/sign-in-attempts.ts'
import {
  createMember,
  createTestPlatform,
  type Member,
  type TestPlatform,
} from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

const password = 'correct horse battery'
const MINUTE = 60_000
let platform: TestPlatform
let hash: string
let user: Member
let count = 0
beforeAll(async () => {
  hash = await hashPassword(password)
  platform = await createTestPlatform(idleEngine)
})
beforeEach(async () => {
  user = await createMember(platform.pool, platform.clock, `user${(count += 1)}`, hash)
  platform.told.length = 0
})
afterAll(() => platform.close())

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const post = (path: string, body?: object, token = '') => {
  const sent = platform.call.post(`/api/users/${path}`).set(token ? bearer(token) : {})
  return body ? sent.send(body) : sent
}
const alive = async (token: string) =>
  (await platform.call.get(`/api/user/${user.userId}`).set(bearer(token))).status === 200
const signIn = async () => {
  const { body } = await post('login', { email: user.email, password }).expect(200)
  return String(body.token)
}
const db = () => createDatabase(platform.pool)

describe('a token of its own', () => {
  test('outlives the sign-in that it was exchanged from, which ends within ten seconds', async () => {
    const first = await signIn()
    const { body: exchanged } = await post('refreshToken', {}, first).expect(200)
    expect(exchanged).toEqual({ token: expect.any(String) })
    const { body } = await post('refreshToken', { separate: true }, exchanged.token).expect(200)
    expect(body).toEqual({ token: expect.any(String), separate: true })
    expect([await alive(first), await alive(exchanged.token), await alive(body.token)]).toEqual([
      true,
      true,
      true,
    ])
    platform.clock.advance(REPLACED_SIGN_IN_MS)
    expect([await alive(first), await alive(exchanged.token), await alive(body.token)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('is not ended by a sign-out with the old token', async () => {
    const first = await signIn()
    const { body } = await post('refreshToken', { separate: true }, first).expect(200)
    await post('logout', undefined, first).expect(204)
    expect([await alive(first), await alive(body.token)]).toEqual([false, true])
  })

  test('a body of another form is refused by its field', async () => {
    const { status, body } = await post('refreshToken', { separate: 'yes' }, await signIn())
    expect([status, body.message]).toEqual([400, expect.stringMatching(/separate/i)])
  })
})

test('a sign-out and a new password are told to the gateways; a refused one is not', async () => {
  const told = () => platform.told.filter(({ channel }) => channel === SIGN_INS_CHANNEL)
  const [one, two] = [await signIn(), await signIn()]
  await post('logout', undefined, one).expect(204)
  await post('password', { current: 'wrong', password: 'another password' }, two).expect(401)
  await post('password', { current: password, password: 'another password' }, two).expect(204)
  const message = { channel: SIGN_INS_CHANNEL, event: 'update', data: { _id: user.userId } }
  expect(told()).toEqual([message, message])
})

test('an exchange at the same time as the sign-out leaves no token', async () => {
  for (let round = 0; round < 10; round++) {
    const token = await signIn()
    const [exchanged] = await Promise.all([
      post('refreshToken', {}, token),
      post('refreshToken', {}, token),
      post('logout', undefined, token),
    ])
    expect([200, 401]).toContain(exchanged.status)
    const { rows } = await platform.pool.query('select 1 from tokens where user_id = $1 and hash <> $2', [
      user.userId,
      Buffer.alloc(32),
    ])
    // Only that of `createMember`.
    expect(rows).toHaveLength(1)
  }
})

test('a password that was checked before it was changed gives no token afterwards', async () => {
  const issue = () =>
    db()
      .transaction()
      .execute((trx) =>
        issueForPassword(trx, { userId: user.userId, passwordHash: hash, now: platform.clock.now() }),
      )
  expect(await issue()).toMatch(/^wfc_/)
  await post('password', { current: password, password: 'another password' }, await signIn()).expect(204)
  expect(await issue()).toBeNull()
})

describe('attempts of one user', () => {
  test('are limited over all ways, and again after a minute; right ones do not count', async () => {
    const token = await signIn()
    for (let time = 0; time < 20; time++) await signIn()
    for (let time = 0; time < 20; time++) {
      await post('login', { email: user.email.toUpperCase(), password: 'no' }).expect(401)
      await post('password', { current: 'no', password: 'another password' }, token).expect(401)
      await post('resetPassword', { email: user.email }).expect(204)
    }
    for (const [path, body] of [
      ['login', { email: user.email, password }],
      ['resetPassword', { email: user.email }],
      ['password', { current: password, password: 'another password' }],
    ] as const) {
      const refused = await post(path, body, token)
      expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([
        429,
        'TOO_MANY_REQUESTS',
        '60',
      ])
    }
    platform.clock.advance(MINUTE)
    await signIn()
  })

  test('count over all platform processes, also at the same time, and for unknown users', async () => {
    const processes = [0, 1].map(() => createSignInAttempts({ db: db(), clock: platform.clock }, 5))
    const begun = await Promise.allSettled(
      Array.from({ length: 20 }, async (_, at) => processes[at % 2]?.begin('nobody@example.test')),
    )
    expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  })
})
