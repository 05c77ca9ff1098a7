import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startFakePlatform, type FakePlatform } from '#tests/support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

let connect: FakePlatform
let gateway: TestGateway
let headers: Record<string, string>
beforeAll(async () => {
  connect = await startFakePlatform()
  gateway = await startTestGateway({ env: { CONNECT_URL: `${connect.url}/base` } })
  headers = { cookie: await gateway.signIn(), 'x-csrf': '1' }
})
beforeEach(() => {
  connect.seen.length = 0
  gateway.platform.seen.length = 0
})
afterAll(async () => {
  await gateway.close()
  await connect.close()
})

const send = (method: 'get' | 'put' | 'post', path: string) =>
  gateway.http[method](path)
    .set(headers)
    .send(method === 'get' ? undefined : {})

it.each([
  ['get', '/api/vars?x=1'],
  ['post', '/api/user/invite'],
  ['put', '/api/accountSettings/save'],
  ['get', '/api/%76ars'],
] as const)('%s %s goes to the connect service, with the bearer token', async (method, path) => {
  connect.mode({ status: 200, body: '{}' })
  await send(method, path).expect(200)
  expect(connect.seen.map(({ url }) => url)).toEqual([`/base${path}`])
  expect(connect.seen[0]?.headers['authorization']).toMatch(/^Bearer token-/)
  expect(gateway.platform.seen).toEqual([])
})

it.each([
  '/api/varsity',
  '/api/vars/x',
  '/api/user/invited',
  '/api/user/1',
  '/api/accountSettings',
  '/api/apps',
])('%s goes to the platform', async (path) => {
  await send('get', path)
  expect(gateway.platform.seen.map(({ url }) => url)).toEqual([path])
  expect(connect.seen).toEqual([])
})

it('one of the two can be called while the other is unavailable', async () => {
  await connect.stop()
  await send('get', '/api/vars').expect(503)
  await send('get', '/api/vars').expect(503)
  await send('get', '/api/apps').expect(200)
  await connect.start()
})
