import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWholePath, type WholePath } from '../integration/whole-path.ts'
import { evidence } from '../support/evidence.ts'
import { cookieOf } from '../support/gateway.ts'

/**
 * Check 72: guesses at one user are counted over all ways to sign in and all addresses, and do not lock out a browser
 * from which the user has signed in before.
 */

const GUESSES = 500
let path: WholePath
beforeAll(async () => {
  path = await startWholePath({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => path.close())

/** Twenty clients: half of them with IPv6, of which each uses another address of its network every time. */
const addressOf = (guess: number) => {
  const client = guess % 20
  return client < 10 ? `198.51.100.${client}` : `2001:db8:0:${client}::${(guess + 1).toString(16)}`
}

const post = (route: string, body: object, from: string, cookie = '') =>
  path.http.post(route).set({ 'x-csrf': '1', 'x-forwarded-for': from, cookie }).send(body)

/** The attempts that the platform has handled, from its audit. */
async function reached(email: string): Promise<number> {
  const { rows } = await path.pool.query<{ count: string }>(
    "select count(*) from audit where actor = $1 and action in ('login', 'reset-password') and source <> '192.0.2.1'",
    [email],
  )
  return Number(rows[0]?.count)
}

test('check 72: of 500 guesses over three ways at most 10 reach the platform; the owner signs in meanwhile', async () => {
  const { member } = await path.signUp('owner')
  const { email } = member
  const right = { email, password: path.password }
  const owner = (cookie = '') => post('/session', right, '192.0.2.1', cookie)
  const device = cookieOf(await owner().expect(200), 'console-device') ?? ''
  const before = await reached(email)

  const ways = [
    (guess: number) => post('/session', { email, password: `guess ${guess}` }, addressOf(guess)),
    (guess: number) =>
      post('/api/users/login', { email: email.toUpperCase(), password: `guess ${guess}` }, addressOf(guess)),
    (guess: number) => post('/session/password-reset', { email: ` ${email}` }, addressOf(guess)),
  ]
  const guesses = Array.from({ length: GUESSES }, async (_, guess) => ways[guess % 3]?.(guess))
  const during = await owner(device)
  const answers = await Promise.all(guesses)
  const refused = answers.filter((answer) => answer?.status === 429)
  const passed = (await reached(email)) - before
  expect(passed).toBeLessThanOrEqual(10)
  expect(refused).toHaveLength(GUESSES - passed)
  expect(refused.filter((answer) => !(Number(answer?.headers['retry-after']) > 0))).toEqual([])
  expect(answers.filter((answer) => answer?.status === 200)).toEqual([])

  // From the known browser before and after the guesses, from an unknown one not: a guesser may be right.
  expect([during.status, (await owner(device)).status, (await owner()).status]).toEqual([200, 200, 429])
  // Its own failures count for themselves, and others are not affected.
  for (let time = 0; time < 10; time++)
    await post('/session', { email, password: 'typo' }, '192.0.2.1', device).expect(401)
  expect((await owner(device)).status).toBe(429)
  await path.signUp('neighbour')
  evidence({
    check: 72,
    figures: {
      guesses: GUESSES,
      addresses: 20,
      ways: 3,
      'reached the platform': passed,
      'sign-ins of the owner from a known browser': '2 of 2',
    },
    breaks:
      'the calls under /api are not counted by user, or the mark of the browser is ignored, or an attempt counts after its answer',
  })
})
