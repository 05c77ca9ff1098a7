import { afterAll, beforeAll, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { ada, startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { freePort, startTestGateway, type TestGateway } from '../support/gateway.ts'

/**
 * Check 10: guessing one user's password is stopped without affecting others, and a reset does not reveal who
 * is known.
 */

const lines: string[] = []
let metrics: number
let platform: FakePlatform
let gateway: TestGateway
beforeAll(async () => {
  metrics = await freePort()
  platform = await startFakePlatform()
  platform.users.push({ ...ada, _id: 'user-grace', email: 'grace@example.com' })
  const env = { METRICS_PORT: String(metrics), HOST: '127.0.0.1', LOG_LEVEL: 'info' }
  gateway = await startTestGateway({ platform, env, onLog: (line) => lines.push(line) })
})
afterAll(() => gateway.close())

const signIn = (email: string, password: string) =>
  gateway.http.post('/session').set('x-csrf', '1').send({ email, password })
const asked = (email: string) =>
  platform.seen.filter(({ url, body }) => url === '/api/users/login' && body.includes(email)).length

async function hits(): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
  const found = text.matchAll(/gateway_limit_hits_total\{limit="(SIGN_INS\w+)"\} (\d+)/g)
  return Object.fromEntries([...found].map(([, name, count]) => [name, Number(count)]))
}

test('check 10: 200 guesses for one user reach the platform ten times a minute; others sign in as before', async () => {
  const guesses = await Promise.all(Array.from({ length: 200 }, (_, at) => signIn(ada.email, `guess ${at}`)))
  const refused = guesses.filter(({ status }) => status === 429)
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(refused).toHaveLength(190)
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(body.code).toBe('TOO_MANY_REQUESTS')
  }
  expect(asked(ada.email)).toBe(10)
  // For every spelling of the address, and also with the correct password: a guesser must not learn that it
  // is
  // correct.
  expect((await signIn(ada.email.toUpperCase(), ada.password)).status).toBe(429)

  const others = await Promise.all(
    Array.from({ length: 200 }, (_, at) => signIn(`user-${at}@example.com`, 'x')),
  )
  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([401]))
  expect((await signIn('grace@example.com', ada.password)).status).toBe(200)
  expect(await hits()).toEqual({ SIGN_INS_PER_USER: 191 })
  const told = lines.filter((line) => line.includes('too many sign-ins for one user'))
  expect(told.map((line) => (JSON.parse(line) as { user: string }).user)).toEqual([ada.email])
  expect(lines.filter((line) => line.includes(ada.email))).toHaveLength(11)

  gateway.clock.advance(60_000)
  expect((await signIn(ada.email, ada.password)).status).toBe(200)

  const plain = ({ status, text, headers }: Awaited<ReturnType<typeof signIn>>) => {
    const { 'x-request-id': _id, date: _date, ...others } = headers as Record<string, string>
    return { status, text, others }
  }
  const reset = (email: string) =>
    gateway.http.post('/session/password-reset').set('x-csrf', '1').send({ email })
  const [known, unknown] = [await reset('grace@example.com'), await reset('nobody@example.com')]
  expect(plain(known)).toEqual(plain(unknown))
  const wrong = [await signIn('grace@example.com', 'wrong'), await signIn('nobody@example.com', 'wrong')]
  const words = wrong.map(({ status, body }) => ({ status, ...body, requestId: null }))
  expect(words[0]).toEqual(words[1])
  evidence({
    check: 10,
    figures: {
      guesses: 200,
      'reached the platform': 10,
      'others refused': 0,
      'answers for known and unknown': 'alike, status, headers and body',
    },
    breaks:
      'an attempt is counted when it fails instead of when it starts; the refusal of a reset is forwarded',
  })
})
