import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
})
afterAll(() => gateway.close())

it('the table lists every route with its access', () => {
  const table = gateway.app.routeTable
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url, access }) => `${method} ${url} ${access}`)
  expect(table).toEqual(
    expect.arrayContaining([
      'GET /session public',
      'POST /session public',
      'DELETE /session session',
      'POST /session/refresh session',
      'PUT /session/account session',
      'GET /api/* session-or-caller',
      'POST /graphql session',
      'GET /graphql session',
      'GET /healthz public',
      'GET /readyz public',
      'POST /queue signed',
      'POST /queue/* signed',
    ]),
  )
})

it('a route that requires a session is 401 without one', async () => {
  for (const { method, url, access } of gateway.app.routeTable) {
    if (access === 'public' || access === 'signed' || method === 'OPTIONS') continue
    const target = url.replace('*', 'apps')
    const answer = await gateway.app.inject({
      method: method as 'GET',
      url: target,
      headers: { 'x-csrf': '1' },
    })
    expect([method, target, answer.statusCode]).toEqual([method, target, 401])
  }
  expect(gateway.platform.seen).toEqual([])
})

it('unknown routes get the error body with the request id', async () => {
  const answer = await gateway.http.get('/nowhere').set('x-request-id', 'mine.1').expect(404)
  expect(answer.body).toEqual({
    statusCode: 404,
    code: 'NOT_FOUND',
    message: 'Not found',
    requestId: 'mine.1',
  })
  expect(answer.headers['x-request-id']).toBe('mine.1')
})

it.each(['a b', 'x'.repeat(65), '<script>', "';--", '-x'])('rejects %j as request id', async (sent) => {
  const answer = await gateway.http.get('/healthz').set('x-request-id', sent)
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
})
