import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evidence } from '../support/evidence.ts'
import { startFakePlatform, type FakePlatform } from '../support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { seededRandom } from '../support/random.ts'
import { sendRaw, statusesOf } from '../support/raw-http.ts'

/**
 * Request targets as bytes on a raw socket, with a platform below a base path that may interpret them in any
 * way.
 */

let platform: FakePlatform
let gateway: TestGateway
let port: number
beforeAll(async () => {
  const fake = await startFakePlatform()
  platform = { ...fake, url: `${fake.url}/base` }
  gateway = await startTestGateway({ platform })
  port = (gateway.app.server.address() as AddressInfo).port
})
beforeEach(() => {
  platform.seen.length = 0
})
afterAll(() => gateway.close())

const head = 'Host: x\r\nConnection: close\r\nAuthorization: Basic x\r\n'

async function ask(target: string): Promise<{ status: number | undefined; text: string }> {
  const text = await sendRaw(port, `GET ${target} HTTP/1.1\r\n${head}\r\n`)
  return { status: statusesOf(text)[0], text }
}

const refused = [
  '/api/../admin',
  '/api/./apps',
  '/api/apps/..',
  '/api/apps/.',
  '/api/..',
  '/api/.',
  '/api/%2e%2e/admin',
  '/api/%2e/apps',
  '/api/.%2e/admin',
  '/api/%2E./admin',
  '/api/..%2fadmin',
  '/api/%2e%2e%2fadmin',
  '/api/apps%2f..%2f..%2fadmin',
  '/api/%252e%252e/admin',
  '/api/%252e%252e%252fadmin',
  '/api/%25252e%25252e/admin',
  '/api/%2525252e%2525252e/admin',
  '/api/..%255cadmin',
  '/api/apps/%25%32%65%25%32%65',
  '/api/..;/admin',
  '/api/..;x=1/admin',
  '/api/%2e%2e;/admin',
  '/api/.;/admin',
  '/api/\\host',
  '/api/..\\admin',
  '/api/%5chost',
  '/api/..%5cadmin',
  '/api/%255c',
  '/api//host/x',
  '/api///host',
  '/api/apps//x',
  '/api/%2fhost',
  '/api/apps/%2f%2fx',
  '/api/%252f%252fx',
  '/api/http://host/x',
  '/api/http:%2f%2fhost',
  '/api/http://169.254.169.254/latest',
  '/api/%00',
  '/api/apps%00.json',
  '/api/%0d%0aX-Injected:1',
  '/api/%09',
  '/api/%7f',
  '/api/%250a',
  '/api/%',
  '/api/%zz',
  '/api/%e0%80',
  '/api/%c0%ae%c0%ae/admin',
  '/api/%ff',
  '/api/apps#x',
  '/api/apps/#/../..',
  '/api/apps?x=1#/../admin',
  '/api/caf\xe9',
]

/** Another form, another host, or not literally below the base. */
const elsewhere = [
  'http://other/api/apps',
  'http://127.0.0.1:1/api/apps',
  'https://other/api/',
  'other:443',
  '//other/api/apps',
  'ftp://other/api/apps',
  'http://x@other/api/apps',
]
const notBelow = ['/%61pi/apps', '//api/apps', '/x/../api/apps', '/API/apps', '/api;x/apps', '/apix', '/api']

const passed = [
  '/api/apps',
  '/api/apps/',
  '/api/apps/a.b..c',
  '/api/workers/bytype/task%2Fx',
  '/api/apps/caf%C3%A9',
  '/api/apps/a:b@c',
  '/api/apps?where=%7B%22a%22:%22..%2F%22%7D&x=//y',
  '/api/apps?a?b',
  '/api/apps/a"b<c>|^`{}',
  '/api/apps?x=<>"{}|`^',
]

/**
 * The path for a server that decodes the given number of times, treats backslashes as slashes and removes
 * `;parameters`.
 */
function arrivesAt(target: string, rounds: number): string {
  let path = target.split('?')[0] ?? ''
  for (let round = 0; round < rounds; round++)
    path = path.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  const at: string[] = []
  for (const segment of path.replaceAll('\\', '/').split('/')) {
    const name = segment.split(';')[0]
    if (name === '..') at.pop()
    else if (name !== '.' && name !== '') at.push(segment)
  }
  return `/${at.join('/')}`
}

const escaped = () =>
  platform.seen.filter(({ url }) =>
    [0, 1, 2, 3].some((rounds) => !/^\/base\/api(\/|$)/.test(arrivesAt(url, rounds))),
  )

function randomTargets(count: number): string[] {
  const random = seededRandom(12)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const dots = ['..', '.', '%2e%2e', '%2e.', '.%2E', '%252e%252e', '%25252e.', '..;a', '%2e%2e%3b', '…']
  const pieces = [
    ...dots,
    'admin',
    'apps',
    'a.b',
    '',
    '%00',
    '%20',
    '%5c',
    '%c0%af',
    ';',
    '@',
    '%',
    '%2',
    '*',
  ]
  const slashes = ['/', '/', '/', '/', '//', '%2f', '%252f', '%25252F', '\\', '%5c', '%255c']
  return Array.from({ length: count }, () => {
    const depth = 1 + Math.floor(random() * 5)
    const path = Array.from({ length: depth }, () => pick(slashes) + pick(pieces)).join('')
    return `${pick(['/api', '/api', '/api/apps', '/api/%61pps', '/%61pi'])}${path}`
  })
}

test('no path outside its own base reaches the platform (check 12)', async () => {
  for (const target of refused) expect([target, (await ask(target)).status]).toEqual([target, 400])
  for (const target of notBelow) expect((await ask(target)).status).not.toBe(200)
  expect(platform.seen).toEqual([])

  const random = randomTargets(600)
  const answers = []
  for (let at = 0; at < random.length; at += 20)
    answers.push(...(await Promise.all(random.slice(at, at + 20).map(ask))))
  expect(escaped()).toEqual([])
  expect(answers.every(({ status }) => [200, 400, 404].includes(status ?? 0))).toBe(true)
  const through = platform.seen.length
  expect(through).toBeGreaterThan(10)

  for (const target of passed) {
    expect([target, (await ask(target)).status]).toEqual([target, 200])
    expect(platform.seen.at(-1)?.url).toBe(`/base${target}`)
  }
  evidence({
    check: 12,
    figures: {
      'hostile paths': refused.length + notBelow.length,
      'of these at the platform': 0,
      'random paths': random.length,
      'of these forwarded': through,
      'of these outside of the base after 0 to 3 decodings': 0,
    },
    breaks: 'checkPath decodes once instead of until the path no longer changes',
  })
})

test('a target that cannot be decoded gets the error body', async () => {
  for (const target of ['/api/apps/%', '/api/apps/%zz', '/api/%c0%ae', '/login/%']) {
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
  }
})

test('no connection but to the configured platform is ever made (check 16)', async () => {
  const other = await startFakePlatform()
  const { host } = new URL(other.url)
  const named = [`http://${host}/api/apps`, `//${host}/api/apps`, `/api//${host}/x`, `/api/http://${host}/x`]
  for (const target of [...elsewhere, ...named]) expect((await ask(target)).status).not.toBe(200)
  expect(platform.seen).toEqual([])

  const foreignHost = `GET /api/apps HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-Host: ${host}\r\n`
  await sendRaw(port, `${foreignHost}Connection: close\r\nAuthorization: Basic x\r\n\r\n`)
  expect(platform.seen.map(({ headers }) => headers.host)).toEqual([new URL(platform.url).host])

  const redirects = [301, 302, 303, 307, 308]
  for (const status of redirects) {
    platform.mode({ status, headers: { location: `${other.url}/api/secret` } }, '/base/api/apps')
    const { text } = await ask('/api/apps')
    expect([statusesOf(text), /^location: (.*)\r$/im.exec(text)?.[1]]).toEqual([
      [status],
      `${other.url}/api/secret`,
    ])
  }
  expect(other.seen).toEqual([])
  await other.close()
  evidence({
    check: 16,
    figures: {
      'targets that name another host': elsewhere.length + named.length,
      'redirects forwarded': redirects.length,
      'connections to another host': 0,
    },
    breaks: "the caller's Host is forwarded",
  })
})
