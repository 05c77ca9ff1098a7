import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { hashPassword } from '#server/platform/people/passwords.ts'
import {
  createMember,
  createTestPlatform,
  type Member,
  type TestPlatform,
} from '#tests/support/platform-app.ts'
import { tokenIn } from '#tests/support/platform-people.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'

const HOUR = 3_600_000
const first = 'correct horse battery'
const next = 'a better password'

let platform: TestPlatform
let count = 0
let dora: Member
let hash: string
beforeAll(async () => {
  hash = await hashPassword(first)
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())
beforeEach(async () => {
  platform.mails.splice(0)
  dora = await createMember(platform.pool, platform.clock, `dora${(count += 1)}`, hash)
})

const post = (path: string, body: object, headers = {}) =>
  platform.call.post(`/api/users/${path}`).set(headers).send(body)
const signIn = async (password: string) => {
  const answer = await post('login', { email: dora.email, password })
  return answer.status === 200 ? { authorization: `Bearer ${answer.body.token}` } : null
}
const alive = async (headers: object) => {
  const sent = platform.call.get(`/api/user/${dora.userId}`).set(headers as Record<string, string>)
  return (await sent).status === 200
}
/** Requests a reset and returns the token of its mail. Only this test waits for the mail. */
async function mailedToken(): Promise<string> {
  const before = platform.mails.length
  expect((await post('resetPassword', { email: dora.email })).status).toBe(204)
  await vi.waitFor(() => expect(platform.mails.length).toBe(before + 1), { interval: 5 })
  return tokenIn(platform.mails.at(-1))
}
const audited = async (email: string) => {
  const { rows } = await platform.pool.query(
    "select action, result from audit where actor = $1 and action in ('reset-password', 'change-password') order by action, result",
    [email],
  )
  return rows.map(({ action, result }) => `${action} ${result}`)
}

describe('a forgotten password', () => {
  test('is replaced through the mailed link, and every sign-in ends', async () => {
    const before = await signIn(first)
    const token = await mailedToken()
    expect(platform.mails.at(-1)).toMatchObject({ to: dora.email, subject: 'Reset your password' })
    expect(platform.mails.at(-1)?.text).toContain(`\nhttps://console.example.test/login?reset=${token}\n`)
    expect((await post('password', { token, password: next })).status).toBe(204)
    expect(await alive(before ?? {})).toBe(false)
    expect(await signIn(first)).toBe(null)
    expect(await signIn(next)).not.toBe(null)
    expect(await audited(dora.email)).toEqual(['change-password done', 'reset-password done'])
  })

  test('of ten concurrent uses of a link one succeeds', async () => {
    const token = await mailedToken()
    const uses = Array.from({ length: 10 }, (_, index) =>
      post('password', { token, password: `${next} ${index}` }),
    )
    const statuses = (await Promise.all(uses)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([204, ...Array<number>(9).fill(401)])
  })

  test('a link expires after an hour, and all of them once one was used', async () => {
    const late = await mailedToken()
    platform.clock.advance(HOUR - 1)
    const [used, unused] = [await mailedToken(), await mailedToken()]
    platform.clock.advance(1)
    const answer = await post('password', { token: late, password: next })
    expect([answer.status, answer.body.message]).toEqual([401, 'The link is unknown, used or too old'])
    expect((await post('password', { token: used, password: next })).status).toBe(204)
    expect((await post('password', { token: unused, password: next })).status).toBe(401)
  })

  test('the answer is the same for unknown addresses', async () => {
    const known = await post('resetPassword', { email: dora.email })
    const unknown = await post('resetPassword', { email: 'nobody-at-all' })
    for (const answer of [known, unknown]) {
      expect(answer.status).toBe(204)
      expect(answer.text).toBe('')
    }
    await vi.waitFor(async () => expect(await audited('nobody-at-all')).toEqual(['reset-password refused']))
    await vi.waitFor(() => expect(platform.mails.map(({ to }) => to)).toEqual([dora.email]))
  })

  test('one address gets at most five links an hour', async () => {
    for (let sent = 0; sent < 5; sent += 1) await mailedToken()
    await post('resetPassword', { email: dora.email })
    await vi.waitFor(async () => expect(await audited(dora.email)).toContain('reset-password refused'))
    expect(platform.mails).toHaveLength(5)
  })

  test('an invitation token does not reset a password, nor the reverse', async () => {
    const reset = await mailedToken()
    expect((await post('acceptInvitation', { token: reset, password: next })).status).toBe(401)
    const body = { accountId: dora.accountId, invitation: { email: 'x@example.test' } }
    await platform.call.post('/api/invitation/toAccount').set(dora.headers).send(body).expect(200)
    const invitation = tokenIn(platform.mails.at(-1))
    expect((await post('password', { token: invitation, password: next })).status).toBe(401)
  })
})

describe('a known password', () => {
  test('is changed with the current password, and every other sign-in ends', async () => {
    const [here, elsewhere] = [await signIn(first), await signIn(first)]
    const link = await mailedToken()
    const answer = await post('password', { current: first, password: next }, here ?? {})
    expect(answer.status).toBe(204)
    expect([await alive(here ?? {}), await alive(elsewhere ?? {})]).toEqual([true, false])
    expect((await post('password', { token: link, password: first })).status).toBe(401)
    expect(await signIn(next)).not.toBe(null)
  })

  test('is not changed with a wrong one', async () => {
    const here = await signIn(first)
    const wrong = await post('password', { current: 'a guess', password: next }, here ?? {})
    expect([wrong.status, wrong.body.code]).toEqual([401, 'WRONG_CREDENTIALS'])
    expect(wrong.body.message).toBe('The current password is wrong')
    const stranger = await post('password', { current: first, password: next })
    expect([stranger.status, stranger.body.code]).toEqual([401, 'UNAUTHENTICATED'])
    expect(await signIn(first)).not.toBe(null)
    expect(await audited(dora.email)).toEqual(['change-password refused'])
  })

  test.each([
    [{ current: first, password: 'short77' }, 'Password must have at least 8 characters'],
    [{ current: first, password: 'x'.repeat(1025) }, 'Password must have at most 1024 characters'],
    [{ password: next }, 'The body must hold either token or current'],
    [{ token: 'a', current: first, password: next }, 'The body must hold either token or current'],
  ])('%j is refused', async (body, message) => {
    const answer = await post('password', body, dora.headers)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })
})
