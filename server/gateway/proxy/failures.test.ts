import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pino } from 'pino'
import { startGatewayBefore, startTestGateway, type TestGateway } from '#tests/support/gateway.ts'
import { startRawServer } from '#tests/support/raw-server.ts'
import { formatError } from '../lib/graphql-errors.ts'
import { refusal } from '../upstream/errors.ts'

let gateway: TestGateway
let cookie: string
beforeEach(async () => {
  gateway = await startTestGateway()
  cookie = await gateway.signIn()
  gateway.platform.seen.length = 0
})
afterEach(() => gateway.close())

const get = (path = '/api/apps') => gateway.http.get(path).set('cookie', cookie)

function expectOwnWords(text: string) {
  expect(text).not.toMatch(/127\.0\.0\.1|localhost|ECONN|undici|UND_ERR|at \/|node:|inner/)
}

describe('a platform that is down', () => {
  it('is 503 PLATFORM_DOWN without its address, and available a second after it returned', async () => {
    await gateway.platform.stop()
    const answer = await get().expect(503)
    expect(answer.body).toEqual({
      statusCode: 503,
      code: 'PLATFORM_DOWN',
      message: 'The platform cannot be reached',
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.headers['retry-after']).toBe('1')
    await gateway.platform.start()
    gateway.clock.advance(1_000)
    await get().expect(200)
  })

  it('is the same when it closes the connection', async () => {
    gateway.platform.mode('reset', '/api/apps')
    const answer = await get().expect(503)
    expect(answer.body.code).toBe('PLATFORM_DOWN')
    expectOwnWords(answer.text)
    expect(gateway.platform.seen).toHaveLength(1)
  })
})

describe('a platform that hangs', () => {
  beforeEach(async () => {
    await gateway.close()
    gateway = await startTestGateway({ limits: { upstreamConnections: 2, upstreamAnswerMs: 500 } })
    cookie = await gateway.signIn()
  })

  it('is 504 PLATFORM_TIMEOUT', async () => {
    gateway.platform.mode('hang', '/api/apps')
    const answer = await get().expect(504)
    expect(answer.body.code).toBe('PLATFORM_TIMEOUT')
  })

  it('does not delay requests further when many wait for a connection', async () => {
    gateway.platform.mode('hang', '/api/apps')
    const started = performance.now()
    const answers = await Promise.all(Array.from({ length: 12 }, () => get()))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(504))
    expect(performance.now() - started).toBeLessThan(2500)
    await get('/api/plans').expect(200)
  })
})

describe('answers of 400 and above', () => {
  it.each([
    [500, 502, 'BAD_GATEWAY'],
    [502, 502, 'BAD_GATEWAY'],
    [503, 503, 'UNAVAILABLE'],
    [504, 504, 'PLATFORM_TIMEOUT'],
    [599, 502, 'BAD_GATEWAY'],
  ])('%d is sent once and becomes %d %s with a text of the catalogue', async (status, passed, code) => {
    const body = '{"message":"inner-db:5432 refused\\n    at query (/srv/inner.js:1)"}'
    const headers = { 'content-type': 'application/json', 'retry-after': '1', server: 'inner' }
    gateway.platform.mode({ status, body, headers }, '/api/apps')
    const answer = await get().expect(passed)
    expect(answer.body).toMatchObject({ statusCode: passed, code })
    expectOwnWords(answer.text)
    expect(answer.headers['retry-after']).toBe('1')
    expect(gateway.platform.seen).toHaveLength(1)
  })

  it.each([
    ['{"message":"There is no such app"}', 404, 'NOT_FOUND', 'There is no such app'],
    ['{"message":"Faulty","code":"INVALID_DEFINITION"}', 422, 'INVALID_DEFINITION', 'Faulty'],
    ['{"error":{"message":"Nested"}}', 409, 'CONFLICT', 'Nested'],
    ['{"error":"Plain"}', 418, 'BAD_REQUEST', 'Plain'],
    ['<html>inner</html>', 404, 'NOT_FOUND', 'Not found'],
    ['', 410, 'BAD_REQUEST', 'The request is not valid'],
    ['{"message":"x\\n    at inner (/srv/a.js:1)"}', 400, 'BAD_REQUEST', 'The request is not valid'],
  ])('%s with %d is passed as %s', async (body, status, code, message) => {
    gateway.platform.mode({ status, body, headers: { 'content-type': 'application/json' } }, '/api/apps')
    const answer = await get().expect(status)
    expect(answer.body).toEqual({
      statusCode: status,
      code,
      message,
      requestId: answer.headers['x-request-id'],
    })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('keeps the versions of a conflict, through /api and through GraphQL', async () => {
    const body = JSON.stringify({ code: 'CONFLICT', message: 'Changed', versions: { stored: 3, yours: 2 } })
    gateway.platform.mode({ status: 409, body }, '/api/plans')
    expect((await get('/api/plans/p').expect(409)).body.versions).toEqual({ stored: 3, yours: 2 })
    const error = formatError(refusal(409, body), { requestId: 'r', log: pino({ level: 'silent' }) })
    expect(error.extensions).toMatchObject({ code: 'CONFLICT', versions: { stored: 3, yours: 2 } })
  })

  it('keeps the list of faults', async () => {
    const body = JSON.stringify({ message: 'Faulty', faults: [{ path: 'name', message: 'missing' }] })
    gateway.platform.mode({ status: 422, body }, '/api/workqueues')
    const sent = gateway.http.post('/api/workqueues').set({ cookie, 'x-csrf': '1' }).send({})
    expect((await sent.expect(422)).body.faults).toEqual([{ path: 'name', message: 'missing' }])
  })
})

it('an answer that stalls is cut off, and never completed with other bytes', async () => {
  const raw = await startRawServer()
  raw.bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nhalf'
  raw.ends = false
  const stalled = await startGatewayBefore(raw.url, { limits: { upstreamStallMs: 300 } })
  const answer = stalled.http.get('/api/apps').set('authorization', 'Basic x')
  await expect(answer).rejects.toThrow(/aborted|hang up/)
  // A small one is not begun before it is complete.
  raw.bytes = 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf'
  const small = stalled.http.get('/api/apps').set('authorization', 'Basic x')
  expect((await small.expect(504)).body.code).toBe('PLATFORM_TIMEOUT')
  await stalled.close()
  await raw.close()
})
