import { afterEach, describe, expect, it } from 'vitest'
import {
  setCookies,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '#tests/support/gateway.ts'
import { createSessionOpener, type SealedSession } from './cookie.ts'

// Caps, keys, sizes and forged cookies: tests/faults/session-*.test.ts.
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

  it('is set only by the session routes', async () => {
    const gateway = await start()
    const cookie = await gateway.signIn()
    expect(setCookies(await gateway.http.get('/api/apps').set('cookie', cookie).expect(200))).toEqual([])
    expect(setCookies(await gateway.http.get('/healthz').set('cookie', cookie))).toEqual([])
    expect(setCookies(await gateway.http.get('/session').set('cookie', cookie))).toHaveLength(1)
  })

  it('is deleted by the sign-out, which also reaches the platform', async () => {
    const gateway = await start()
    const cookie = await gateway.signIn()
    const answer = await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
    expect(answer.body).toEqual({ redirectTo: null })
    expect(setCookies(answer)[0]).toMatch(/^console=;.*Expires=Thu, 01 Jan 1970/)
    expect(gateway.platform.tokens.size).toBe(0)
  })

  it('becomes invalid by the sign-out even when the platform does not answer', async () => {
    const gateway = await start({ limits: { upstreamAnswerMs: 500 } })
    const cookie = await gateway.signIn()
    gateway.platform.mode('hang', '/api/users/logout')
    await gateway.http.delete('/session').set({ cookie, 'x-csrf': '1' }).expect(200)
    expect(await authenticated(gateway, cookie)).toBe(false)
  })
})

it('caches opened sessions by the exact header, and never what does not open', () => {
  const opened: string[] = []
  const sealed = { sid: 's' } as SealedSession
  const openKept = createSessionOpener((header) => {
    opened.push(header)
    return { sent: true, sealed: header.startsWith('good') ? sealed : null }
  }, 2)
  const headers = ['good1', 'good1', 'bad', 'bad', 'good2', 'good3', 'good1', 'good3']
  for (const header of headers) openKept(header, {})
  // The third entry evicted the first.
  expect(opened).toEqual(['good1', 'bad', 'bad', 'good2', 'good3', 'good1'])
  const connection = {}
  expect(openKept(undefined, connection)).toEqual({ sent: false, sealed: null })
  for (const header of ['good1', 'good1', 'bad', 'good1'])
    expect(openKept(header, connection).sealed).toBe(header === 'bad' ? null : sealed)
})
