import { afterEach, expect, it } from 'vitest'
import { startFakePusher, type FakePusher } from '#tests/support/fake-pusher.ts'
import {
  createTestClock,
  startTestGateway,
  type TestGateway,
  type TestGatewayOptions,
} from '#tests/support/gateway.ts'
import { fakeUpstream, principalOf } from '#tests/support/live-gateway.ts'
import { AppError } from '#server/lib/errors.ts'
import type { UpstreamCaller } from '../upstream/call.ts'
import { callerOf } from './principal.ts'
import { CAPABILITIES_MS, CAPABILITIES_RETRY_MS, createCapabilities } from './capabilities.ts'

let gateway: TestGateway
let cookie: string
let pusher: FakePusher | undefined
afterEach(async () => {
  await gateway.close()
  await pusher?.stop()
  pusher = undefined
})

async function start(options: TestGatewayOptions = {}): Promise<void> {
  gateway = await startTestGateway({ ...options, env: { GRAPHQL_OPERATIONS: 'any', SESSION_IDLE: '11h' } })
  cookie = await gateway.signIn()
}
const answers = (status: number, body: object) =>
  gateway.platform.mode({ status, body: JSON.stringify(body) }, '/api/capabilities')
const present = { version: '7.1', features: ['audit', 'not known here'] }
const absent = { version: null, features: [] }

/** What the page gets: an answer or a refusal. */
async function shown(): Promise<unknown> {
  const query = '{ capabilities { version features } }'
  const { body } = await gateway.http.post('/graphql').set({ cookie, 'x-csrf': '1' }).send({ query })
  return body.data?.capabilities ?? body.errors?.[0].message
}
const asked = () => gateway.platform.seen.filter(({ path }) => path === '/api/capabilities').length

it('are asked for once an hour per account, however many pages ask', async () => {
  await start()
  answers(200, present)
  expect(await Promise.all([shown(), shown(), shown()])).toEqual([present, present, present])
  expect(await shown()).toEqual(present)
  expect(asked()).toBe(1)
  gateway.clock.advance(CAPABILITIES_MS)
  await shown()
  expect(asked()).toBe(2)
  const headers = { cookie, 'x-csrf': '1' }
  await gateway.http.put('/session/account').set(headers).send({ accountId: 'account-south' }).expect(200)
  cookie = await gateway.signIn({ account: 'South' })
  await shown()
  expect(asked()).toBe(3)
})

it.each([400, 401, 403, 404, 410, 429])('are none after a %d, which ends no session', async (status) => {
  await start()
  answers(200, present)
  await shown()
  answers(status, { message: 'No such call' })
  gateway.clock.advance(CAPABILITIES_MS)
  expect(await shown()).toEqual(absent)
  expect(await shown()).toEqual(absent)
  await gateway.http.get('/session').set('cookie', cookie).expect(200)
  await gateway.http.get('/api/capabilities').set('cookie', cookie).expect(status)
  await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
})

it('of a platform that answers something else to every path are none', async () => {
  await start()
  expect(await shown()).toEqual(absent)
})

it.each([{ status: 500 }, { status: 503 }, 'reset' as const])(
  'stay the last ones after %o',
  async (fault) => {
    await start()
    gateway.platform.mode(fault, '/api/capabilities')
    // A page that took no features for a fact would not ask again for an hour.
    expect(await shown()).toEqual('The platform has not said what it can do')
    answers(200, present)
    expect(await shown()).toEqual('The platform has not said what it can do')
    gateway.clock.advance(CAPABILITIES_RETRY_MS)
    expect(await shown()).toEqual(present)
    gateway.platform.mode(fault, '/api/capabilities')
    gateway.clock.advance(CAPABILITIES_MS)
    expect(await shown()).toEqual(present)
    await gateway.http.get('/session').set('cookie', cookie).expect(200)
  },
)

it('are asked for again when the platform has been unavailable', async () => {
  await start()
  answers(200, present)
  await shown()
  await gateway.platform.stop()
  await gateway.http.get('/api/apps').set('cookie', cookie).expect(503)
  expect(await shown()).toEqual(present)
  await gateway.platform.start()
  answers(200, { version: '7.2', features: [] })
  gateway.clock.advance(1_000)
  await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
  expect(await shown()).toEqual({ version: '7.2', features: [] })
})

it('are asked for again when the realtime service has been away', async () => {
  pusher = await startFakePusher()
  await start({ pusherPort: pusher.port })
  const connected = () => gateway.app.live.source.counters.connections
  await expect.poll(connected).toBe(1)
  answers(200, present)
  await shown()
  pusher.reset()
  await expect.poll(connected, { timeout: 5_000 }).toBe(2)
  await shown()
  expect(asked()).toBe(2)
})

it('refused to one user are asked for with the token of the next', async () => {
  let refuse = (_error: Error) => {}
  const tokens: string[] = []
  const upstream = fakeUpstream()
  upstream.request = <T>(caller: UpstreamCaller | null) => {
    tokens.push(caller?.token ?? '')
    if (tokens.length > 1) return Promise.resolve(present as T)
    return new Promise<T>((_answer, reject) => (refuse = reject))
  }
  const found = createCapabilities({ upstream, clock: createTestClock(), connections: () => 0 })
  const both = [found.of(callerOf(principalOf('anna'))), found.of(callerOf(principalOf('ben')))]
  refuse(new AppError('UNAUTHENTICATED'))
  expect(await Promise.all(both)).toEqual([null, present])
  expect(tokens).toEqual(['token-anna', 'token-ben'])
})

const refused = { code: 'NOT_ALLOWED', message: 'Only an owner can do this' }
const change = 'mutation { createApp(name: "a", description: "d") { id } }'

it('decide whether a refused right ends the session', async () => {
  await start()
  gateway.platform.mode({ status: 403, body: JSON.stringify(refused) }, 'POST /api/apps')
  answers(200, present)
  const send = () => gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send({})
  const mutate = () => gateway.http.post('/graphql').set({ cookie, 'x-csrf': '1' }).send({ query: change })
  expect((await send().expect(403)).body).toMatchObject({ statusCode: 403, ...refused })
  const { errors } = (await mutate().expect(200)).body
  expect(errors).toMatchObject([{ message: refused.message, extensions: { code: 'NOT_ALLOWED' } }])
  await gateway.http.get('/session').set('cookie', cookie).expect(200)

  gateway.platform.mode({ status: 403, body: '{"code":"FORBIDDEN"}' }, 'POST /api/apps')
  expect((await send().expect(401)).body.code).toBe('SESSION_ENDED')
})

it.each([401, 404, 500])('that are answered by %d leave every 403 an end of the session', async (status) => {
  await start()
  gateway.platform.mode({ status: 403, body: JSON.stringify(refused) }, 'POST /api/apps')
  answers(status, {})
  const first = await gateway.http.post('/graphql').set({ cookie, 'x-csrf': '1' }).send({ query: change })
  expect(first.body.errors[0].extensions.code).toBe('SESSION_ENDED')
  cookie = await gateway.signIn()
  const second = await gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send({})
  expect([second.status, second.body.code]).toEqual([401, 'SESSION_ENDED'])
})

it('do not change that a 401 with that code ends the session', async () => {
  await start()
  answers(200, present)
  gateway.platform.mode({ status: 401, body: JSON.stringify(refused) }, 'POST /api/apps')
  const answer = await gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send({})
  expect([answer.status, answer.body.code]).toEqual([401, 'SESSION_ENDED'])
})
