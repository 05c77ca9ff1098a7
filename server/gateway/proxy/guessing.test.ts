import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let gateway: TestGateway
beforeEach(async () => {
  gateway = await startTestGateway({ limits: { apiSignInsPerAddress: 3 } })
})
afterEach(() => gateway.close())

const call = (path: string) =>
  gateway.http.post(path).set('authorization', 'Bearer anything').send({ email: 'a@b.c', password: 'guess' })

test.each(['login', 'tokenLogin', 'password', 'resetPassword', 'acceptInvitation'])(
  'users/%s under /api is limited too, in every spelling',
  async (name) => {
    const spelled = [`/api/users/${name}/`, `/api/users/${name}?x=1`, `/api/%75sers/${name}`]
    for (const path of spelled) expect((await call(path)).status).not.toBe(429)
    const refused = await call(`/api/users/${name}`)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  },
)

test('other calls are not counted, and the window ends after a minute', async () => {
  for (let time = 0; time < 5; time++) expect((await call('/api/apps')).status).not.toBe(429)
  for (let time = 0; time < 4; time++) await call('/api/users/login')
  gateway.clock.advance(60_001)
  expect((await call('/api/users/login')).status).not.toBe(429)
})
