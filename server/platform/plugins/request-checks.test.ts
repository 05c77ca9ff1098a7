import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { idleEngine } from '#tests/support/platform-rows.ts'
import { routeTable } from '../auth/route-table.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(idleEngine)
})
afterAll(() => platform.close())

const app = { name: 'Orders', description: 'Imports orders' }
const post = (body: string | object, type = 'application/json') =>
  platform.call.post('/api/apps').set(platform.alice.headers).set('content-type', type).send(body)

/** `depth` nested objects. */
const nested = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1)

describe('input that no route accepts', () => {
  test.each([
    ['a plain text body', () => post('hello', 'text/plain'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', () => post('a=1', 'application/x-www-form-urlencoded'), 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['broken JSON', () => post('{"name":'), 400, 'BAD_REQUEST'],
    ['a body above 2 MiB', () => post({ ...app, more: 'x'.repeat(2 ** 21) }), 413, 'TOO_LARGE'],
    ['nesting above 128', () => post(nested(129)), 400, 'BAD_REQUEST'],
    ['very deep nesting', () => post('['.repeat(500_000) + ']'.repeat(500_000)), 400, 'BAD_REQUEST'],
    ['a poisoned prototype', () => post('{"name":"a","__proto__":{"x":1}}'), 400, 'BAD_REQUEST'],
    ['a poisoned constructor', () => post('{"constructor":{"prototype":{"x":1}}}'), 400, 'BAD_REQUEST'],
    ['NUL in a value', () => post({ ...app, name: 'a\0b' }), 400, 'BAD_REQUEST'],
    ['NUL in a key', () => post({ ...app, 'a\0b': 1 }), 400, 'BAD_REQUEST'],
    ['half a character', () => post('{"name":"\\ud800","description":"d"}'), 400, 'BAD_REQUEST'],
    ['an unknown route', () => platform.call.get('/api/nothing'), 404, 'NOT_FOUND'],
    ['an unknown method', () => platform.call.patch('/api/apps'), 404, 'NOT_FOUND'],
    ['a broken URL', () => platform.call.get('/api/apps/%ff'), 400, 'BAD_REQUEST'],
    [
      'NUL in the path',
      () => platform.call.get('/api/apps/%00').set(platform.alice.headers),
      400,
      'BAD_REQUEST',
    ],
  ])('%s', async (_what, send, status, code) => {
    const answer = await send()
    expect(answer.status).toBe(status)
    expect(answer.body).toEqual({
      statusCode: status,
      code,
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
    })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('nesting of 128 is accepted', async () => {
    const answer = await post(`{"name":"a","description":"b","more":${nested(127)}}`)
    expect(answer.status).toBe(201)
  })
})

describe('request ids', () => {
  test('a safe one is adopted', async () => {
    const answer = await platform.call.get('/api/nothing').set('x-request-id', 'edge-42.a')
    expect(answer.headers['x-request-id']).toBe('edge-42.a')
    expect(answer.body.requestId).toBe('edge-42.a')
  })

  test('one that could corrupt a log is replaced', async () => {
    const answer = await platform.call.get('/api/nothing').set('x-request-id', 'a b"c')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('no answer may be cached', async () => {
    expect((await platform.call.get('/api/nothing')).headers['cache-control']).toBe('no-store')
  })
})

test('one answer names every wrong field of body and query', async () => {
  const answer = await platform.call
    .put('/api/apps?where={}&extra=1')
    .set(platform.alice.headers)
    .send({ name: '', description: 7 })
  expect(answer.status).toBe(400)
  for (const place of ['Name ', 'Description ', 'Where ', 'Extra '])
    expect(answer.body.message).toContain(place)
})

test('a 5xx does not reveal its cause', async () => {
  const answer = await platform.call.post('/api/tasks/any/restart').set(platform.alice.headers).send({})
  expect(answer.status).toBe(500)
  expect(answer.body.message).toBe('Something went wrong')
})

test('a route without declared access stops the start', async () => {
  const bare = fastify()
  await bare.register(routeTable)
  expect(() => bare.get('/open', async () => 'all')).toThrow('does not declare its access')
})
