import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startFakePlatform, type FakePlatform } from '#tests/support/fake-platform.ts'
import { AppError } from '#server/lib/errors.ts'
import { defaultLimits } from '../lib/limits.ts'
import { createBreaker } from './breaker.ts'
import type { UpstreamPurpose } from './call.ts'
import { createUpstream, type Upstream } from './client.ts'
import { LARGE_ANSWER } from './large-answers.ts'
import { apiPath } from './path.ts'
import { createPlatformPool } from './pool.ts'

let platform: FakePlatform
let upstream: Upstream
const caller = { token: 'token', accountId: 'account-north' }

beforeEach(async () => {
  platform = await startFakePlatform()
  platform.tokens.set('token', platform.users[0]!)
  upstream = createUpstream({ pool: poolOf(platform), basePath: '', answerBytes: 100_000 })
})
afterEach(async () => {
  await upstream.close()
  await platform.close()
})

function poolOf({ url }: FakePlatform) {
  const limits = { ...defaultLimits, upstreamAnswerMs: 1_000 }
  const clock = { now: () => 0, monotonic: () => 0 }
  return createPlatformPool(url, {
    limits,
    breaker: createBreaker({ clock, log: pino({ level: 'silent' }), service: 'platform', ...limits }),
  })
}

const get = (path: string, purpose?: UpstreamPurpose) =>
  upstream.request<Record<string, unknown>>(caller, { method: 'GET', path, purpose })
const failureOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )

it('two large answers are not read at once: what came with them goes between', async () => {
  platform.mode({ status: 200, body: JSON.stringify('x'.repeat(LARGE_ANSWER)) })
  const large = createUpstream({ pool: poolOf(platform), basePath: '', answerBytes: 2 * LARGE_ANSWER })
  const times: { begin: number; end: number }[] = []
  await Promise.all(
    ['apps', 'plans'].map(async (path) => {
      await large.request(caller, { method: 'GET', path })
      const begin = performance.now()
      while (performance.now() < begin + 60);
      times.push({ begin, end: performance.now() })
    }),
  )
  await large.close()
  const [first, second] = times
  expect(second!.begin - first!.end).toBeGreaterThan(40)
})

describe('a call', () => {
  it("sends the caller's headers, the request id, and lists joined by commas", async () => {
    const query = { page: 2, status: ['started', 'ended'], tags: [], name: null, q: 'a&b', all: false }
    const call = { method: 'GET', path: 'workqueues', query, requestId: 'mine' } as const
    const answer = await upstream.request<{ url: string }>(caller, call)
    expect(answer.url).toBe('/api/workqueues?page=2&status=started%2Cended&q=a%26b&all=false')
    const { host: _host, connection: _connection, ...headers } = platform.seen[0]!.headers
    expect(headers).toEqual({
      accept: 'application/json',
      authorization: 'Bearer token',
      'account-id': 'account-north',
      'x-request-id': 'mine',
      'x-secrets': 'masked',
    })
  })

  it('sends its body as JSON and returns undefined for an empty answer', async () => {
    platform.mode({ status: 204 })
    const answer = await upstream.request(caller, { method: 'POST', path: 'x', body: { a: [1] } })
    expect(answer).toBeUndefined()
    expect(platform.seen[0]).toMatchObject({ body: '{"a":[1]}' })
    expect(platform.seen[0]!.headers['content-type']).toBe('application/json')
  })

  it.each([
    ['alias/beta', 'alias/beta'],
    ['Schlüssel\r\nx: y', 'Schl?ssel??x: y'],
    ['x'.repeat(200), 'x'.repeat(100)],
    [' ', '?'],
  ])('sends the reveal header for %j', async (reveal, header) => {
    await upstream.request(caller, { method: 'GET', path: 'workers/1', reveal })
    const { headers } = platform.seen[0]!
    expect([headers['x-reveal'], headers['x-secrets']]).toEqual([header, undefined])
  })

  it('goes to the connect service when one is configured, else to the platform', async () => {
    const call = { method: 'GET', path: 'vars', service: 'connect' } as const
    await upstream.request(caller, call)
    expect(platform.seen.map(({ url }) => url)).toEqual(['/api/vars'])
    const other = await startFakePlatform()
    other.tokens.set('token', other.users[0]!)
    const both = createUpstream({
      pool: poolOf(platform),
      basePath: '',
      answerBytes: 100_000,
      connect: { pool: poolOf(other), basePath: '/connect' },
    })
    await both.request(caller, call).catch(() => undefined)
    await both.request(caller, { method: 'GET', path: 'apps' })
    expect(other.seen.map(({ url }) => url)).toEqual(['/connect/api/vars'])
    expect(platform.seen.at(-1)!.url).toBe('/api/apps')
    await both.close()
    await other.close()
  })

  it('keeps an id inside its path segment', async () => {
    await get(apiPath`workqueues/${'a/b?c#d'}/end`)
    expect(platform.seen[0]!.url).toBe('/api/workqueues/a%2Fb%3Fc%23d/end')
    expect(await failureOf(get(apiPath`workqueues/${'..'}/end`))).toBe('BAD_REQUEST')
    expect(await failureOf(get(apiPath`workqueues/${'../../admin'}`))).toBe('BAD_REQUEST')
    expect(await failureOf(get('workqueues/1?admin=1'))).toBe('BAD_REQUEST')
    expect(platform.seen).toHaveLength(1)
  })
})

describe('a failure', () => {
  it.each([
    [401, 'call', 'SESSION_ENDED'],
    [403, 'call', 'SESSION_ENDED'],
    [401, 'sign-in', 'WRONG_CREDENTIALS'],
    [403, 'sign-in', 'WRONG_CREDENTIALS'],
    [401, 'sign-out', 'FORBIDDEN'],
    [401, 'rights-check', 'UNAUTHENTICATED'],
    [403, 'rights-check', 'FORBIDDEN'],
    [404, 'rights-check', 'NOT_FOUND'],
    [409, 'call', 'CONFLICT'],
    [429, 'call', 'TOO_MANY_REQUESTS'],
    [302, 'call', 'BAD_GATEWAY'],
    [500, 'call', 'BAD_GATEWAY'],
    [507, 'call', 'NO_SPACE'],
    [503, 'call', 'UNAVAILABLE'],
  ] as const)('%d to a %s is %s, and sent once', async (status, purpose, code) => {
    platform.mode({ status, headers: { location: '/api/apps', 'retry-after': '0' } })
    expect(await failureOf(get('apps', purpose))).toBe(code)
    expect(platform.seen).toHaveLength(1)
  })

  it('is PLATFORM_TIMEOUT, PLATFORM_DOWN or BAD_GATEWAY for a platform that hangs, disconnects, refuses or sends nonsense', async () => {
    platform.mode('hang')
    expect(await failureOf(get('apps'))).toBe('PLATFORM_TIMEOUT')
    platform.mode('reset')
    expect(await failureOf(get('apps'))).toBe('PLATFORM_DOWN')
    platform.mode({ status: 200, body: '{"data":[' })
    expect(await failureOf(get('apps'))).toBe('BAD_GATEWAY')
    platform.mode({ status: 200, body: JSON.stringify('x'.repeat(100_000)) })
    expect(await failureOf(get('apps'))).toBe('BAD_GATEWAY')
    await platform.stop()
    expect(await failureOf(get('apps'))).toBe('PLATFORM_DOWN')
  })

  it('rejects with the reason of the abort signal', async () => {
    platform.mode('hang')
    const reason = new Error('the caller left')
    const abort = new AbortController()
    const call = { method: 'GET', path: 'apps', signal: abort.signal } as const
    const answer = upstream.request(caller, call).catch((error: unknown) => error)
    await platform.arrived('/api/apps')
    abort.abort(reason)
    expect(await answer).toBe(reason)
    await expect(upstream.request(caller, call)).rejects.toBe(reason)
  })
})
