import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
afterAll(() => gateway.close())

async function ask(target: string, more = ''): Promise<number | undefined> {
  const answer = await sendRaw(
    port,
    `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${cookie}\r\n${more}\r\n`,
  )
  return statusesOf(answer)[0]
}

const refused = [
  ...['/api/../admin', '/api/./apps', '/api/apps/..', '/api/apps/.', '/api/..', '/api/.'],
  ...['/api/%2e%2e/admin', '/api/%2e/apps', '/api/.%2e/admin', '/api/%2E./admin', '/api/..%2fadmin'],
  ...[
    '/api/%2e%2e%2fadmin',
    '/api/apps%2f..%2f..%2fadmin',
    '/api/%252e%252e/admin',
    '/api/%252e%252e%252fadmin',
  ],
  ...[
    '/api/%25252e%25252e/admin',
    '/api/%2525252e%2525252e/admin',
    '/api/..%255cadmin',
    '/api/apps/%25%32%65%25%32%65',
  ],
  ...['/api/..;/admin', '/api/..;x=1/admin', '/api/%2e%2e;/admin', '/api/.;/admin'],
  ...['/api/\\host', '/api/..\\admin', '/api/%5chost', '/api/..%5cadmin', '/api/%255c'],
  ...['/api//host/x', '/api///host', '/api/apps//x', '/api/%2fhost', '/api/apps/%2f%2fx', '/api/%252f%252fx'],
  ...['/api/http://host/x', '/api/http:%2f%2fhost', '/api/http://169.254.169.254/latest'],
  ...['/api/%00', '/api/apps%00.json', '/api/%0d%0aX-Injected:1', '/api/%09', '/api/%7f', '/api/%250a'],
  ...['/api/%', '/api/%zz', '/api/%e0%80', '/api/%c0%ae%c0%ae/admin', '/api/%ff'],
  ...['/api/apps#x', '/api/apps/#/../..', '/api/caf\xe9'],
  ...['http://other/api/apps', 'http://127.0.0.1:1/api/apps', 'https://other/api/', 'other:443'],
]

it.each(refused)('refuses %s before the platform is asked', async (target) => {
  gateway.platform.seen.length = 0
  expect(await ask(target)).toBe(400)
  expect(gateway.platform.seen).toEqual([])
})

it.each(['/api/apps/%', '/api/apps/%zz', '/api/%c0%ae', '/login/%'])(
  'a target that cannot be decoded, %s, is answered in the error body',
  async (target) => {
    const answer = await sendRaw(
      port,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Request-Id: mine-2\r\n\r\n`,
    )
    expect(statusesOf(answer)).toEqual([400])
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
      statusCode: 400,
      code: 'BAD_REQUEST',
      message: 'The path is not valid',
      requestId: 'mine-2',
    })
    expect(answer).toMatch(/x-request-id: mine-2/i)
    expect(answer).toMatch(/cache-control: no-store/i)
  },
)

// Not below the base as it is written: a page of the client, or nothing at all.
it.each(['/%61pi/apps', '//api/apps', '/x/../api/apps', '/API/apps', '/api;x/apps', '/apix'])(
  'never sends %s on',
  async (target) => {
    gateway.platform.seen.length = 0
    expect(await ask(target)).not.toBe(200)
    expect(gateway.platform.seen).toEqual([])
  },
)

it.each([
  ['/api/apps', '/api/apps'],
  ['/api/apps/', '/api/apps/'],
  ['/api/apps/a.b..c', '/api/apps/a.b..c'],
  ['/api/workers/bytype/task%2Fx', '/api/workers/bytype/task%2Fx'],
  ['/api/apps/caf%C3%A9', '/api/apps/caf%C3%A9'],
  ['/api/apps/a:b@c', '/api/apps/a:b@c'],
  ['/api/apps?where=%7B%22a%22:%22..%2F%22%7D&x=//y', '/api/apps?where=%7B%22a%22:%22..%2F%22%7D&x=//y'],
  ['/api/apps?a?b', '/api/apps?a?b'],
])('sends %s on as it is', async (target, arrived) => {
  expect(await ask(target)).toBe(200)
  expect(gateway.platform.seen.at(-1)?.url).toBe(arrived)
})
