import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startGatewayBefore, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startRawServer } from '../support/raw-server.ts'

/** A platform that answers with pages, scripts, redirects and bytes that are no answer at all. */

let gateway: TestGateway
let cookie: string
beforeAll(async () => {
  gateway = await startTestGateway({ env: { GRAPHQL_OPERATIONS: 'any' } })
  cookie = await gateway.signIn()
})
beforeEach(() => gateway.platform.mode('ok'))
afterAll(() => gateway.close())

const ask = (path = '/api/files/1') => gateway.http.get(path).set({ cookie }).redirects(0)
const script = '<script>alert(document.cookie)</script>'
const policy = "default-src 'none'; sandbox; frame-ancestors 'none'"

const active = [
  'text/html',
  'TEXT/HTML; charset=utf-7',
  ' text/html ;x',
  'text/html, application/json',
  'application/json, text/html',
  'application/xhtml+xml',
  'application/xml',
  'text/xml',
  'image/svg+xml',
  'text/javascript',
  'application/javascript',
  'application/ecmascript',
  'text/css',
  'multipart/x-mixed-replace; boundary=x',
  'text/cache-manifest',
  'message/rfc822',
  'application/x-shockwave-flash',
  'application/jsonx',
  'x',
  '*/*',
]
/** With the type and the disposition that a caller gets. */
const passive = [
  ['application/json', 'application/json; charset=utf-8', undefined],
  ['application/problem+json; charset=utf-16', 'application/problem+json; charset=utf-8', undefined],
  ['text/plain; charset=latin1; x="text/html"', 'text/plain; charset=latin1', undefined],
  ['text/csv', 'text/csv', 'attachment'],
  ['application/pdf', 'application/pdf', 'attachment'],
] as const

const elsewhere = [
  'https://evil.example.com/',
  '//evil.example.com/',
  '/\\evil.example.com/',
  'javascript:alert(1)',
  'data:text/html,x',
  'http://127.0.0.1:1/',
  '\\\\evil.example.com',
]

const unusable = [
  ['headers of 10 MB', `HTTP/1.1 200 OK\r\nX: ${'y'.repeat(10_000_000)}\r\nContent-Length: 0\r\n\r\n`],
  ['no HTTP', `${script}\r\n\r\n`],
  ['a body that breaks off', json('{"data":[', 100)],
  ['a chunked body that breaks off', json('5\r\n{"a":\r\n', null)],
  ['a page that claims to be JSON', json(script)],
  ['half of a list', json('[1,2')],
  ['a word', json('nonsense')],
  ['a long page that claims to be JSON', json(`<html>${'x'.repeat(5_000)}`)],
  ['a long list without its end', json(`[${'1,'.repeat(5_000)}`)],
] as const

function json(body: string, length: number | null = body.length): string {
  const size = length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`
  return `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${size}\r\n\r\n${body}`
}

test('nothing that a platform answers runs on the console, and every failure has words and a request id (check 80)', async () => {
  for (const type of active)
    for (const disposition of [undefined, 'inline; filename="a.html"']) {
      const headers = { 'content-type': type, ...(disposition && { 'content-disposition': disposition }) }
      gateway.platform.mode({ status: 200, body: script, headers }, '/api/files')
      const answer = await ask().expect(200)
      expect([type, answer.headers['content-type']]).toEqual([type, 'application/octet-stream'])
      const given = disposition ? 'attachment; filename="a.html"' : 'attachment'
      expect([type, answer.headers['content-disposition']]).toEqual([type, given])
      expect(answer.headers['content-security-policy']).toBe(policy)
      expect(answer.headers['x-content-type-options']).toBe('nosniff')
    }
  for (const [type, seen, disposition] of passive) {
    gateway.platform.mode({ status: 200, body: '[1]', headers: { 'content-type': type } }, '/api/files')
    const { headers } = await ask().expect(200)
    expect([headers['content-type'], headers['content-disposition']]).toEqual([seen, disposition])
    expect(headers['content-security-policy']).toBe(policy)
  }

  for (const location of elsewhere)
    for (const status of [301, 302, 303, 307, 308]) {
      gateway.platform.mode({ status, headers: { location } }, '/api/files')
      const answer = await ask().expect(502)
      expect([location, answer.headers['location']]).toEqual([location, undefined])
      expect(answer.body).toMatchObject({
        message: 'The platform redirected to another address',
        requestId: answer.headers['x-request-id'],
      })
    }

  const failures = [500, 501, 502, 503, 504, 599]
  for (const status of failures) {
    gateway.platform.mode({ status, body: script, headers: { 'content-type': 'text/html' } })
    const answer = await ask()
    const requestId = answer.headers['x-request-id']
    expect(answer.body).toMatchObject({ message: 'The platform failed', requestId })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    const sent = gateway.http.post('/graphql').set({ cookie, 'x-csrf': '1' })
    const { body, headers } = await sent.send({ query: '{ teams { total } }' })
    const [error] = body.errors
    expect([error.message, error.extensions.requestId]).toEqual([
      'The platform failed',
      headers['x-request-id'],
    ])
    expect(error.extensions.code).toBe(answer.body.code)
  }

  const raw = await startRawServer()
  const before = await startGatewayBefore(raw.url)
  for (const [name, bytes] of unusable) {
    raw.bytes = bytes
    const answer = await before.http.get('/api/apps').set({ authorization: 'Basic x' })
    expect([name, answer.status, answer.body.code]).toEqual([name, 502, 'BAD_GATEWAY'])
    expect(answer.body.message).toMatch(
      /^The (platform gave an answer|answer of the platform) [a-z -]+(JSON)?$/,
    )
    expect(answer.body.requestId).toBe(answer.headers['x-request-id'])
    expect(answer.headers['content-security-policy']).toBe(policy)
  }
  await before.close()
  await raw.close()
  evidence({
    check: 80,
    figures: {
      'types that a browser could run': active.length,
      'of these shown by a browser': 0,
      'redirects to another origin': elsewhere.length * 5,
      'of these passed to a browser': 0,
      'statuses of failures, through /api and GraphQL': failures.length,
      'answers that are none': unusable.length,
      'without words or request id': 0,
    },
    breaks: 'the content type of the platform is passed on',
  })
})
