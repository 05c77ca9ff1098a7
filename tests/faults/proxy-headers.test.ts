import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startGatewayBefore, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { sendRaw, statusesOf } from '../support/raw-http.ts'
import { startRawServer } from '../support/raw-server.ts'

/** The headers that the platform gets from a caller, and a caller from the platform. */

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

/** The names and values as sent, without those that every connection needs. */
function lastSeen(): string[] {
  const { rawHeaders } = gateway.platform.seen.at(-1)!
  const lines = rawHeaders.flatMap((name, at) =>
    at % 2 ? [] : `${name.toLowerCase()}: ${rawHeaders[at + 1]}`,
  )
  return lines.filter((line) => !/^(host: 127\.0\.0\.1:|connection: keep-alive$)/.test(line)).sort()
}

/** Every header that a caller could try to send to the platform. */
const forged = [
  'Account_Id: others',
  'ACCOUNT-ID: others',
  'Account-Id: others',
  'X-Account-Id: others',
  'Authorization: Bearer forged',
  'Authorization_: Bearer forged',
  'X-Authorization: Bearer forged',
  'Forwarded: for=10.0.0.1',
  'X-Forwarded-For: 10.0.0.1',
  'X-Forwarded-Host: evil.example.com',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Prefix: /admin',
  'X-Forwarded-Uri: /admin',
  'X-HTTP-Method-Override: DELETE',
  'X-HTTP-Method: DELETE',
  'X-Method-Override: DELETE',
  'X-Original-URL: /admin',
  'X-Rewrite-URL: /admin',
  'X-Real-IP: 10.0.0.1',
  'X-Reveal: secret',
  'Proxy-Authorization: Basic x',
  'TE: trailers',
  'Trailer: Authorization',
  'Via: 1.1 x',
  'Origin: http://evil.example.com',
  'Referer: http://evil.example.com/?token=1',
  'User-Agent: test',
  'Accept-Encoding: gzip',
  'Keep-Alive: timeout=1',
  'Proxy-Connection: keep-alive',
  'X-CSRF: 1',
  // Traces are off, so these are headers as any other.
  'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  'Tracestate: shop=1',
  'Baggage: user=ada',
  'Connection: authorization, account-id, x-request-id, account_id',
  'X-Request-Id: mine-1',
]

async function ask(lines: string[], method = 'GET'): Promise<void> {
  const text = [`${method} /api/apps?page=1&tags=a,b HTTP/1.1`, 'Host: x', ...lines, 'Connection: close']
  expect(statusesOf(await sendRaw(port, `${text.join('\r\n')}\r\n\r\n`))).toEqual([200])
}

test('the platform gets one bearer token and one account, both of the session, and no unlisted header (check 13)', async () => {
  const useful = ['Accept: application/json', 'Accept-Language: en', 'If-None-Match: "1"']
  const seen = [
    'accept-language: en',
    'accept: application/json',
    'if-none-match: "1"',
    'x-request-id: mine-1',
  ]
  await ask([...forged, ...useful, `Cookie: theme=dark; ${cookie}`])
  const set = ['x-forwarded-for: 127.0.0.1', 'x-reveal: all, by /api']
  const own = ['account-id: account-north', 'authorization: Bearer token-1', ...set]
  expect(lastSeen()).toEqual([...own, ...seen].sort())

  await ask([...forged, 'X-Request-Id: not a word', `Cookie: ${cookie}`])
  expect(lastSeen().filter((line) => !line.startsWith('x-request-id: '))).toEqual(own)

  // Without a cookie only the caller's own two headers pass; without both the platform is not called.
  const others = forged.filter((line) => !/^(account-id|authorization):/i.test(line))
  await ask([...others, 'Authorization: Basic a2V5', 'Account-Id: account-x'])
  expect(lastSeen()).toEqual(
    ['account-id: account-x', 'authorization: Basic a2V5', 'x-request-id: mine-1', ...set].sort(),
  )

  gateway.platform.seen.length = 0
  for (const headers of [{}, { cookie: 'console=stale', authorization: 'Basic a2V5' }])
    expect((await gateway.http.get('/api/apps').set(headers)).status).toBe(401)
  expect(gateway.platform.seen).toEqual([])
  evidence({
    check: 13,
    figures: { 'forged headers': forged.length, 'of these at the platform': 0, 'cookies at the platform': 0 },
    breaks: 'account_id is among the headers that are passed in',
  })
})

test('a body is forwarded with its type', async () => {
  const body = { name: 'Naïve' }
  const answer = await gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send(body).expect(200)
  expect(JSON.parse(answer.body.body)).toEqual(body)
  expect(lastSeen()).toEqual(expect.arrayContaining(['content-type: application/json', 'content-length: 17']))
})

const usual = [
  'cache-control',
  'connection',
  'content-security-policy',
  'date',
  'referrer-policy',
  'x-content-type-options',
  'x-request-id',
]

const invalid = [
  'HTTP/1.1 200 OK\r\nX-A: a\nSet-Cookie: console=1\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Type: a\rb\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Type: a\x00b\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Type: a\x1bb\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Le ngth: 0\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(200_000)}\r\nContent-Length: 0\r\n\r\n`,
  'HTTP/1.1 600 What\r\nContent-Length: 0\r\n\r\n',
  'HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n',
  'nonsense\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01',
]

test('a caller gets only listed headers of the platform, and no invalid one (check 15)', async () => {
  const inner = {
    'set-cookie': ['session=platform', 'console=stolen'],
    server: 'inner/1.0',
    'x-powered-by': 'inner',
    via: '1.1 inner',
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=600',
    'x-inner-host': '10.0.0.7',
    'www-authenticate': 'Basic',
    'strict-transport-security': 'max-age=1',
    'clear-site-data': '"*"',
  }
  const passed = { 'content-type': 'application/json', etag: '"1"' }
  gateway.platform.mode({ status: 200, body: '[]', headers: { ...inner, ...passed } })
  const { headers } = await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
  expect(Object.keys(headers).sort()).toEqual([...usual, 'content-length', 'content-type', 'etag'].sort())
  expect(headers['cache-control']).toBe('no-store')
  gateway.platform.mode({ status: 404, body: '{"message":"No"}', headers: { ...inner, ...passed } })
  const refusal = await gateway.http.get('/api/apps').set('cookie', cookie).expect(404)
  expect(Object.keys(refusal.headers).sort()).toEqual([...usual, 'content-length', 'content-type'].sort())

  const raw = await startRawServer()
  const broken = await startGatewayBefore(raw.url)
  const own = { authorization: 'Basic x' }
  for (raw.bytes of invalid) {
    const answer = await broken.http.get('/api/apps').set(own)
    expect([raw.bytes.slice(0, 60), answer.status, answer.body.code]).toEqual([
      raw.bytes.slice(0, 60),
      502,
      'BAD_GATEWAY',
    ])
    expect(Object.keys(answer.headers)).not.toContain('set-cookie')
    expect(answer.text).not.toMatch(/inner|127\.0\.0\.1|HPE_|UND_/)
  }
  // Bytes above ASCII are passed unchanged; a line break ends a header, and the rest is another header.
  raw.bytes = 'HTTP/1.1 200 OK\r\nETag: "caf\xe9"\r\nX: a\r\nSet-Cookie: b=1\r\nContent-Length: 0\r\n\r\n'
  const last = await broken.http.get('/api/apps').set(own).expect(200)
  expect([last.headers['etag'], last.headers['set-cookie']]).toEqual(['"caf\xe9"', undefined])
  await broken.close()
  await raw.close()
  evidence({
    check: 15,
    figures: {
      'internal headers sent': Object.keys(inner).length,
      'of these passed': 0,
      'invalid answers': invalid.length,
      'answered with 502': invalid.length,
    },
    breaks: 'server is among the headers that are passed out',
  })
})

test('redirects are passed on without the inner address, to a browser only within the console', async () => {
  for (const [sent, passed] of [
    [`${gateway.platform.url}/api/plans?x=1`, '/api/plans?x=1'],
    ['/api/plans', '/api/plans'],
    ['https://files.example.com/a', undefined],
    ['//files.example.com/a', undefined],
    [`${gateway.platform.url}//files.example.com/a`, undefined],
    ['javascript:alert(1)', undefined],
  ] as const) {
    gateway.platform.mode({ status: 302, headers: { location: sent } })
    const answer = await gateway.http.get('/api/apps').set('cookie', cookie).redirects(0)
    expect([answer.status, answer.headers['location']]).toEqual([passed ? 302 : 502, passed])
  }
  // A program with its own credentials decides itself.
  const own = { authorization: 'Basic x' }
  for (const [sent, passed] of [
    ['https://files.example.com/a', 'https://files.example.com/a'],
    ['javascript:alert(1)', undefined],
  ] as const) {
    gateway.platform.mode({ status: 302, headers: { location: sent } })
    const answer = await gateway.http.get('/api/apps').set(own).redirects(0)
    expect([answer.status, answer.headers['location']]).toEqual([passed ? 302 : 502, passed])
  }
})
