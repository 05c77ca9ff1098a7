import { afterEach, describe, expect, it } from 'vitest'
import { startFakePlatform } from '../../../tests/support/fake-platform.ts'
import {
  cookieOf,
  createTestClock,
  setCookies,
  startTestGateway,
  testKey,
  type TestGateway,
  type TestGatewayOptions,
} from '../../../tests/support/gateway.ts'

const minute = 60_000
const open: TestGateway[] = []

async function start(options?: TestGatewayOptions): Promise<TestGateway> {
  const gateway = await startTestGateway(options)
  open.push(gateway)
  return gateway
}

afterEach(async () => {
  for (const gateway of open.splice(0)) await gateway.close()
})

async function authenticated(gateway: TestGateway, cookie: string): Promise<boolean> {
  const answer = await gateway.http.get('/session').set('cookie', cookie).expect(200)
  return answer.body.authenticated
}

describe('the session cookie', () => {
  it('is console over plain http: HttpOnly, SameSite=Lax, Path=/ and not Secure', async () => {
    const gateway = await start()
    const answer = await gateway.http
      .post('/session')
      .set('x-csrf', '1')
      .send({ email: 'ada@example.com', password: 'correct horse' })
    const [cookie = ''] = setCookies(answer)
    expect(cookie).toMatch(/^console=/)
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(cookie).toMatch(/; Path=\//)
    expect(cookie).not.toMatch(/Secure|Domain/)
    expect(Buffer.byteLength(cookie)).toBeLessThan(1200)
    expect(cookie).not.toContain('token-1')
  })

  it('is __Host-console and Secure when PUBLIC_URL is https', async () => {
    const gateway = await start({ env: { PUBLIC_URL: 'https://console.example.com' } })
    const answer = await gateway.http
      .post('/session')
      .set('x-csrf', '1')
      .set('origin', 'https://console.example.com')
      .send({ email: 'ada@example.com', password: 'correct horse' })
      .expect(200)
    expect(setCookies(answer)[0]).toMatch(/^__Host-console=.*; Path=\/.*; Secure/)
  })

  it('is set by the routes of the session only', async () => {
    const gateway = await start()
    const cookie = await gateway.signIn()
    expect(setCookies(await gateway.http.get('/api/apps').set('cookie', cookie).expect(200))).toEqual([])
    expect(setCookies(await gateway.http.get('/healthz').set('cookie', cookie))).toEqual([])
    expect(setCookies(await gateway.http.get('/session').set('cookie', cookie))).toHaveLength(1)
  })

  it('ends at the absolute cap however active its user is', async () => {
    const gateway = await start()
    let cookie = await gateway.signIn()
    for (let passed = 0; passed < 12 * 60 - 10; passed += 10) {
      gateway.clock.advance(10 * minute)
      const answer = await gateway.http.get('/session').set('cookie', cookie)
      expect(answer.body.authenticated).toBe(true)
      cookie = cookieOf(answer) ?? ''
    }
    gateway.clock.advance(10 * minute)
    expect(await authenticated(gateway, cookie)).toBe(false)
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
  })

  it('ends when nobody asked for it during the idle cap; other calls do not count', async () => {
    const gateway = await start()
    const cookie = await gateway.signIn()
    gateway.clock.advance(59 * minute)
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
    gateway.clock.advance(minute)
    const answer = await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
    expect(answer.body.code).toBe('SESSION_ENDED')
  })

  it('is not kept alive by the hourly refresh', async () => {
    const gateway = await start()
    const cookie = await gateway.signIn()
    gateway.clock.advance(40 * minute)
    const refreshed = await gateway.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' }).expect(204)
    gateway.clock.advance(20 * minute)
    expect(await authenticated(gateway, cookieOf(refreshed) ?? '')).toBe(false)
  })

  it('dies everywhere with the sign-out, copies included', async () => {
    const gateway = await start()
    const cookie = await gateway.signIn()
    const answer = await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
    expect(answer.body).toEqual({ redirectTo: null })
    expect(setCookies(answer)[0]).toMatch(/^console=;.*Expires=Thu, 01 Jan 1970/)
    expect(gateway.platform.tokens.size).toBe(0)
    expect(await authenticated(gateway, cookie)).toBe(false)
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
    await gateway.http.post('/session/refresh').set({ cookie, 'x-csrf': '1' }).expect(401)
  })

  it('dies with the sign-out even when the platform does not answer', async () => {
    const gateway = await start({ limits: { upstreamAnswerMs: 500 } })
    const cookie = await gateway.signIn()
    gateway.platform.mode('hang', '/api/users/logout')
    await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
    expect(await authenticated(gateway, cookie)).toBe(false)
  })

  it('gets another sid at sign-in, and the one before is worth nothing', async () => {
    const gateway = await start()
    const before = await gateway.signIn()
    const answer = await gateway.http
      .post('/session')
      .set({ cookie: before, 'x-csrf': '1' })
      .send({ email: 'ada@example.com', password: 'correct horse' })
      .expect(200)
    expect(await authenticated(gateway, before)).toBe(false)
    expect(await authenticated(gateway, cookieOf(answer) ?? '')).toBe(true)
  })

  it('is refused at sign-in when the token is too large for it, never silently lost', async () => {
    const gateway = await start({ tokenBytes: 6000 })
    const answer = await gateway.http
      .post('/session')
      .set('x-csrf', '1')
      .send({ email: 'ada@example.com', password: 'correct horse' })
      .expect(500)
    expect(answer.body.code).toBe('SESSION_TOO_LARGE')
    expect(setCookies(answer)).toEqual([])
  })

  it('opens under every key of the list and is sealed anew with the first', async () => {
    const [first, second] = [testKey, 'b2'.repeat(32)]
    const platform = await startFakePlatform()
    const clock = createTestClock()
    const before = await start({ platform, clock, sessionKeys: [first] })
    const old = await before.signIn()

    const between = await start({ platform, clock, sessionKeys: [second, first] })
    expect(setCookies(await between.http.get('/api/apps').set('cookie', old).expect(200))).toEqual([])
    const renewed = cookieOf(await between.http.get('/session').set('cookie', old)) ?? ''

    const after = await start({ platform, clock, sessionKeys: [second] })
    expect(await authenticated(after, renewed)).toBe(true)
    expect(await authenticated(after, old)).toBe(false)
  })

  it('opens in no changed form', async () => {
    const gateway = await start()
    const value = decodeURIComponent((await gateway.signIn()).slice('console='.length))
    const [cipher = '', nonce = ''] = value.split(';')
    const flipped = (text: string, at: number) => {
      const bytes = Buffer.from(text, 'base64')
      bytes[at % bytes.length]! ^= 1
      return bytes.toString('base64')
    }
    const forged = [
      '',
      ';',
      'x',
      cipher,
      `;${nonce}`,
      `${cipher};${nonce.slice(4)}`,
      `${cipher};${nonce}AAAA`,
      'A'.repeat(12_000),
      `${'%'.repeat(50)};${nonce}`,
    ]
    for (let i = 0; i < 40; i += 1) forged.push(`${flipped(cipher, i * 7)};${nonce}`)
    for (let i = 0; i < 24; i += 1) forged.push(`${cipher};${flipped(nonce, i)}`)
    for (const text of forged) {
      const cookie = `console=${encodeURIComponent(text)}`
      expect(await authenticated(gateway, cookie)).toBe(false)
      await gateway.http.get('/api/apps').set('cookie', cookie).expect(401)
    }
  })
})
