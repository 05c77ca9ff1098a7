import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'
import { sendRaw, statusesOf } from '../../../tests/support/raw-http.ts'

let gateway: TestGateway
let cookie: string
let port: number
beforeAll(async () => {
  gateway = await startTestGateway()
  cookie = await gateway.signIn()
  port = (gateway.app.server.address() as AddressInfo).port
})
beforeEach(() => {
  gateway.platform.mode('ok')
  gateway.platform.seen.length = 0
})
afterAll(() => gateway.close())

function lastSeen() {
  const { headers } = gateway.platform.seen.at(-1)!
  const { host, connection, ...rest } = headers
  expect(host).toMatch(/^127\.0\.0\.1:/)
  expect(connection).toBe('keep-alive')
  return rest
}

/** Everything a caller could try to reach the platform with. */
const forged = {
  'account-id': 'account-of-others',
  Account_Id: 'account-of-others',
  authorization: 'Bearer forged',
  Authorization_: 'Bearer forged',
  forwarded: 'for=10.0.0.1',
  'x-forwarded-for': '10.0.0.1',
  'x-forwarded-host': 'evil.example.com',
  'x-forwarded-proto': 'https',
  'x-http-method-override': 'DELETE',
  'x-http-method': 'DELETE',
  'x-original-url': '/admin',
  'x-rewrite-url': '/admin',
  'x-real-ip': '10.0.0.1',
  'proxy-authorization': 'Basic x',
  te: 'trailers',
  upgrade: 'h2c',
  origin: 'http://evil.example.com',
  referer: 'http://evil.example.com/?token=1',
  'user-agent': 'test',
  'accept-encoding': 'gzip',
}

describe('with a session', () => {
  it('the platform sees its bearer and account and the few useful headers, nothing else', async () => {
    await gateway.http
      .get('/api/apps?page=1&tags=a,b')
      .set({ ...forged, cookie, accept: 'application/json', 'x-request-id': 'mine-1' })
      .expect(200)
    expect(lastSeen()).toEqual({
      accept: 'application/json',
      authorization: 'Bearer token-1',
      'account-id': 'account-north',
      'x-request-id': 'mine-1',
    })
    expect(gateway.platform.seen.at(-1)?.url).toBe('/api/apps?page=1&tags=a,b')
  })

  it('a Connection header takes nothing away', async () => {
    const raw = [
      'GET /api/apps HTTP/1.1',
      'Host: x',
      `Cookie: ${cookie}`,
      'Connection: close, authorization, account-id, x-request-id',
      'Authorization: Bearer forged',
      'ACCOUNT-ID: one',
      'Account-Id: two',
      'X-Request-Id: not a word',
    ]
    const answer = await sendRaw(port, `${raw.join('\r\n')}\r\n\r\n`)
    expect(statusesOf(answer)).toEqual([200])
    const { 'x-request-id': requestId, ...rest } = lastSeen()
    expect(rest).toEqual({ authorization: 'Bearer token-1', 'account-id': 'account-north' })
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('a body comes through with its type', async () => {
    const body = { name: 'Naïve' }
    const answer = await gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send(body).expect(200)
    expect(JSON.parse(answer.body.body)).toEqual(body)
    expect(lastSeen()).toMatchObject({ 'content-type': 'application/json', 'content-length': '17' })
    expect(lastSeen()).not.toHaveProperty('x-csrf')
  })
})

describe('without a cookie', () => {
  it("the caller's own authorization and account go through, and nothing else", async () => {
    const own = { authorization: 'Basic a2V5OnNlY3JldA==', 'account-id': 'account-x' }
    await gateway.http
      .get('/api/apps')
      .set({ ...forged, ...own, 'x-request-id': 'own-1' })
      .expect(200)
    expect(lastSeen()).toEqual({ ...own, 'x-request-id': 'own-1' })
  })

  it('and without either the platform is not asked', async () => {
    const answer = await gateway.http.get('/api/apps').expect(401)
    expect(answer.body.code).toBe('UNAUTHENTICATED')
    expect(gateway.platform.seen).toEqual([])
  })

  it('a cookie that no longer opens is not replaced by the own authorization', async () => {
    const stale = { cookie: 'console=stale', authorization: 'Basic a2V5OnNlY3JldA==' }
    await gateway.http.get('/api/apps').set(stale).expect(401)
    expect(gateway.platform.seen).toEqual([])
  })
})

describe('the answer', () => {
  it('carries no header but those that callers may see', async () => {
    gateway.platform.mode({
      status: 200,
      body: '[]',
      headers: {
        'content-type': 'application/json',
        etag: '"1"',
        'set-cookie': ['session=platform', 'console=stolen'],
        server: 'inner/1.0',
        'x-powered-by': 'inner',
        via: '1.1 inner',
        'access-control-allow-origin': '*',
        'cache-control': 'public, max-age=600',
        'x-inner-host': '10.0.0.7',
      },
    })
    const { headers } = await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
    expect(Object.keys(headers).sort()).toEqual(
      ['cache-control', 'connection', 'content-length', 'content-type', 'date', 'etag']
        .concat(['referrer-policy', 'x-content-type-options', 'x-request-id'])
        .sort(),
    )
    expect(headers['cache-control']).toBe('no-store')
  })

  it('passes redirects on, without following them and without the inner address', async () => {
    const inner = gateway.platform.url
    for (const [sent, passed] of [
      [`${inner}/api/plans?x=1`, '/api/plans?x=1'],
      ['/api/plans', '/api/plans'],
      ['https://files.example.com/a', 'https://files.example.com/a'],
    ] as const) {
      gateway.platform.mode({ status: 302, headers: { location: sent } })
      const answer = await gateway.http.get('/api/apps').set('cookie', cookie).redirects(0).expect(302)
      expect(answer.headers['location']).toBe(passed)
    }
    expect(gateway.platform.seen).toHaveLength(3)
  })
})
