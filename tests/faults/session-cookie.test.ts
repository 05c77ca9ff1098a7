import secureSession from '@fastify/secure-session'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { ada, startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import {
  cookieOf,
  createTestClock,
  freePort,
  setCookies,
  startTestGateway,
  testKey,
  type TestGateway,
  type TestGatewayOptions,
} from '../support/gateway.ts'
import { seededRandom } from '../support/random.ts'
import { sendRaw, statusesOf } from '../support/raw-http.ts'

/**
 * Checks 3 to 6: the sealed cookie is small, opens in no changed form, is renewed with new keys, and differs
 * after each sign-in.
 */

const open: TestGateway[] = []
async function start(options?: TestGatewayOptions): Promise<TestGateway> {
  const gateway = await startTestGateway(options)
  open.push(gateway)
  return gateway
}
afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close()
})

const signInBody = { email: ada.email, password: ada.password }
const signIn = ({ http }: TestGateway, body: object = {}) =>
  http
    .post('/session')
    .set('x-csrf', '1')
    .send({ ...signInBody, ...body })
const authenticated = async ({ http }: TestGateway, cookie: string): Promise<boolean> =>
  (await http.get('/session').set('cookie', cookie).expect(200)).body.authenticated

/** 500 accounts with names of the maximum length of our platform. */
function manyAccounts(platform: FakePlatform): void {
  const [user] = platform.users
  if (user)
    user.accounts = Array.from({ length: 500 }, (_, index) => ({
      _id: `account-${index}`,
      name: `${index} ${'Ü'.repeat(195)}`,
    }))
}

async function hitsOf(port: number, limit: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(new RegExp(`gateway_limit_hits_total\\{limit="${limit}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
}

test('check 3: with 500 accounts the cookie stays small; a token that does not fit is refused at sign-in', async () => {
  const gateway = await start({ tokenBytes: 1000 })
  manyAccounts(gateway.platform)
  const signedIn = await signIn(gateway).expect(200)
  const switched = await gateway.http
    .put('/session/account')
    .set({ cookie: cookieOf(signedIn) ?? '', 'x-csrf': '1' })
    .send({ accountId: 'account-499' })
    .expect(200)
  expect(signedIn.body.accounts).toHaveLength(500)
  const sizes = [signedIn, switched].map((answer) => Buffer.byteLength(setCookies(answer)[0] ?? ''))
  expect(sizes.every((size) => size > 1000 && size <= 3800)).toBe(true)

  const metrics = await freePort()
  const env = { METRICS_PORT: String(metrics), HOST: '127.0.0.1' }
  const tooLarge = await start({ tokenBytes: 6000, env })
  const refused = await signIn(tooLarge).expect(500)
  expect(refused.body).toMatchObject({ statusCode: 500, code: 'SESSION_TOO_LARGE' })
  expect(setCookies(refused)).toEqual([])
  expect(await hitsOf(metrics, 'cookieBytes')).toBe(1)
  evidence({
    check: 3,
    figures: {
      accounts: 500,
      'bytes of Set-Cookie': Math.max(...sizes),
      'a token of 6,000 bytes': 'SESSION_TOO_LARGE, counted',
    },
    breaks: 'all accounts are sealed into the cookie; the size is not checked',
  })
})

const name = 'console='
const valueOf = (cookie: string) => decodeURIComponent(cookie.slice(name.length))
/**
 * The sealed value and its nonce, as bytes: several spellings of Base64, and any suffix, are the same cookie.
 */
const bytesOf = (value: string) =>
  value
    .split(';')
    .slice(0, 2)
    .map((part) => Buffer.from(part, 'base64').toString('hex'))
    .join(';')

/**
 * Invalid forms of the sealed value: bits and letters changed, parts cut, swapped, duplicated and invented.
 */
function* mutations(value: string, foreign: string, count: number, random: () => number): Generator<string> {
  const [cipher = '', nonce = ''] = value.split(';')
  const at = (length: number) => Math.floor(random() * length)
  const flip = (text: string) => {
    const bytes = Buffer.from(text, 'base64')
    const place = at(bytes.length)
    bytes.writeUInt8(bytes.readUInt8(place) ^ (1 << at(8)), place)
    return bytes.toString('base64')
  }
  const letter = () => String.fromCharCode(32 + at(95))
  const noise = (length: number) => Buffer.from(Array.from({ length }, () => at(256))).toString('base64')
  const cut = (text: string) => text.slice(0, at(text.length))
  const made: (() => string)[] = [
    () => `${flip(cipher)};${nonce}`,
    () => `${cipher};${flip(nonce)}`,
    () => `${cut(cipher)};${nonce}`,
    () => `${cipher};${cut(nonce)}`,
    () => `${cipher};${nonce}${'A'.repeat(4 * (1 + at(8)))}`,
    () => `${nonce};${cipher}`,
    () => `${foreign.split(';')[0]};${nonce}`,
    () => `${cipher};${foreign.split(';')[1]}`,
    () => Array.from({ length: at(200) }, letter).join(''),
    () => `${noise(at(300))};${noise(24)}`,
    () => {
      const place = at(cipher.length)
      return `${cipher.slice(0, place)}${letter()}${cipher.slice(place + 1)};${nonce}`
    },
  ]
  for (let index = 0; index < count; index++) yield made[index % made.length]?.() ?? ''
}

test('check 4: of 10,000 changed cookies all are refused, and none causes an error', async () => {
  const gateway = await start()
  const cookie = await gateway.signIn()
  const value = valueOf(cookie)
  // The gateway remembers the session of the valid cookie, which must not open changed cookies.
  expect(await authenticated(gateway, cookie)).toBe(true)
  const other = await start({ platform: await startFakePlatform(), sessionKeys: ['c3'.repeat(32)] })
  const foreign = valueOf(await other.signIn())
  let tried = 0
  const attempt = async (changed: string) => {
    const answer = await gateway.app.inject({ url: '/api/apps', headers: { cookie: changed } })
    expect([changed.slice(0, 200), answer.statusCode]).toEqual([changed.slice(0, 200), 401])
    tried++
  }
  for (const text of mutations(value, foreign, 10_100, seededRandom(4))) {
    if (bytesOf(text) !== bytesOf(value)) await attempt(`${name}${encodeURIComponent(text)}`)
  }
  for (const raw of ['', ';', '%', '%E0%A4%A', '"', 'a b', 'x'.repeat(64 * 1024), `${foreign}`])
    await attempt(name + raw)
  expect(tried).toBeGreaterThanOrEqual(10_000)

  // Over HTTP, the parser refuses a cookie of 64 kB.
  const { port } = new URL(gateway.url)
  const huge = `GET /api/apps HTTP/1.1\r\nhost: x\r\ncookie: ${name}${'x'.repeat(64 * 1024)}\r\n\r\n`
  expect(statusesOf(await sendRaw(Number(port), huge))).toEqual([431])
  expect(await authenticated(gateway, cookie)).toBe(true)
  evidence({
    check: 4,
    figures: { cookies: tried, accepted: 0, 'answers of 500 and above': 0, seed: 4 },
    breaks: 'an opened session is cached by a part of the cookie',
  })
})

test('check 5: keys change in three steps without a sign-out; a session that was not renewed ends with its key', async () => {
  const [before, after] = [testKey, 'b2'.repeat(32)]
  const [platform, clock] = [await startFakePlatform(), createTestClock()]
  const at = (sessionKeys: string[]) => start({ platform, clock, sessionKeys })
  const first = await at([before])
  const old = await Promise.all(Array.from({ length: 20 }, () => first.signIn()))

  const second = await at([after, before])
  const renewed: string[] = []
  for (const cookie of old) {
    // Only the session's routes write the cookie: a call in between does not change it.
    expect(setCookies(await second.http.get('/api/apps').set('cookie', cookie).expect(200))).toEqual([])
    const answer = await second.http.get('/session').set('cookie', cookie)
    expect(answer.body.authenticated).toBe(true)
    renewed.push(cookieOf(answer) ?? '')
  }

  const third = await at([after])
  for (const cookie of renewed) expect(await authenticated(third, cookie)).toBe(true)
  for (const cookie of old) await third.http.get('/api/apps').set('cookie', cookie).expect(401)
  evidence({
    check: 5,
    figures: { sessions: old.length, 'live in step 2': renewed.length, 'old copies that open in step 3': 0 },
    breaks: 'only the first key opens; the cookie is sealed again with the key that opened it',
  })
})

test('check 6: each sign-in and each change of account creates another session, and the previous one is invalid', async () => {
  const gateway = await start()
  const seal = Fastify()
  await seal.register(secureSession, { key: Buffer.from(testKey, 'hex') })
  const sidOf = (cookie: string): string => seal.decodeSecureSession(valueOf(cookie))?.get('sid') ?? ''
  const preset = await gateway.signIn()
  const signedIn = await signIn(gateway).set('cookie', preset).expect(200)
  const second = cookieOf(signedIn) ?? ''
  const switched = await gateway.http
    .put('/session/account')
    .set({ cookie: second, 'x-csrf': '1' })
    .send({ accountId: 'account-south' })
    .expect(200)
  const third = cookieOf(switched) ?? ''
  expect(new Set([preset, second, third].map(sidOf)).size).toBe(3)
  for (const cookie of [preset, second]) {
    const answer = await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
    expect(answer.body.code).toBe('SESSION_ENDED')
  }
  expect(await authenticated(gateway, third)).toBe(true)

  // A session that an attacker made up before the sign-in is unknown after it.
  const planted = await signIn(gateway).set('cookie', `${name}planted`).expect(200)
  expect(sidOf(cookieOf(planted) ?? '')).toMatch(/^[0-9a-f]{32}$/)
  await gateway.http.get('/api/apps').set('cookie', `${name}planted`).expect(401)
  evidence({
    check: 6,
    figures: { 'different sessions of one browser': 3, 'old ones that open': 0 },
    breaks: 'startSession does not end the previous session; the switch of account keeps the sid',
  })
})
