import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
let session: Record<string, string>
beforeAll(async () => {
  gateway = await startTestGateway()
  session = { cookie: await gateway.signIn(), 'x-csrf': '1' }
})
beforeEach(() => {
  gateway.platform.seen.length = 0
})
afterAll(() => gateway.close())

const seen = () => gateway.platform.seen.map(({ method, url }) => `${method} ${url}`)

it.each([
  '/api/users/refreshToken',
  '/api/users/refreshToken/',
  '/api/users/refreshToken?x=1',
  '/api/users/REFRESHTOKEN',
  '/api/%75sers/refresh%54oken',
])('a session gets no token by %s, and continues', async (path) => {
  const answer = await gateway.http.post(path).set(session).send({})
  expect(answer.status).toBe(403)
  expect(answer.body).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('/session/refresh'),
  })
  expect(answer.text).not.toContain('token-')
  expect(seen()).toEqual([])
  await gateway.http.get('/api/apps').set(session).expect(200)
})

it('a program exchanges its own token', async () => {
  const token = 'own-token'
  gateway.platform.tokens.set(token, gateway.platform.users[0]!)
  const answer = await gateway.http.post('/api/users/refreshToken').set('authorization', `Bearer ${token}`)
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ token: expect.stringMatching(/^token-/) as string })
  expect(seen()).toEqual(['POST /api/users/refreshToken'])
})

it('a path that only begins like this call is passed', async () => {
  await gateway.http.post('/api/users/refreshTokens').set(session).send({}).expect(200)
  expect(seen()).toEqual(['POST /api/users/refreshTokens'])
})
