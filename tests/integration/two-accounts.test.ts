import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { absent, matrix, ofWorkers, withoutIds, type Ids } from '../support/account-matrix.ts'
import { snapshotOf } from '../support/account-snapshot.ts'
import { unpublished } from '../support/gitops.ts'
import { createTestPlatform } from '../support/platform-app.ts'
import { idleEngine } from '../support/platform-rows.ts'
import { openLive, operations, type Answer, type Operator } from './operator.ts'
import {
  foreignCalls as calls,
  foreignSubscriptions as subscriptions,
  type Variables,
} from './operation-matrix.ts'
import { fillAccount } from './account-content.ts'
import { startWholePath, type WholePath } from './whole-path.ts'

/**
 * Two accounts on the whole path, from the cookie of a browser to the database: every route of the gateway,
 * every route of the platform through the gateway, every operation and subscription of the console. The
 * running product lists all of them, so a new one fails here until its behaviour with another account's ids
 * is declared.
 */

/**
 * What the gateway's own routes do with ids: nothing, or the test below with that name. Signed routes are
 * tested in server/platform/queue/queue.test.ts.
 */
const gatewayRoutes: Record<
  string,
  'takes no ids' | 'proxy' | 'operations' | 'account' | 'export' | 'signed'
> = {
  'GET /healthz': 'takes no ids',
  'GET /readyz': 'takes no ids',
  'GET /session': 'takes no ids',
  'POST /session': 'account',
  'DELETE /session': 'takes no ids',
  'POST /session/refresh': 'takes no ids',
  'PUT /session/account': 'account',
  'GET /session/sso': 'takes no ids',
  'POST /session/token': 'takes no ids',
  'POST /session/password': 'takes no ids',
  'POST /session/password-reset': 'takes no ids',
  'POST /session/invitation': 'takes no ids',
  'GET /graphql': 'operations',
  'POST /graphql': 'operations',
  'GET /export/workqueues': 'export',
  '* /api/*': 'proxy',
  'POST /': 'signed',
  'POST /queue': 'signed',
  'POST /queue/*': 'signed',
}

let path: WholePath
let alice: Operator
let bob: Operator
let alices: Ids
let bobs: Ids

beforeAll(async () => {
  path = await startWholePath()
  alice = await path.signUp('alice')
  bob = await path.signUp('bob')
  alices = await fillAccount(alice)
  bobs = await fillAccount(bob)
  // The second try of a message, half a minute after the first, would change what tests compare.
  const untried = () => path.pool.query('select id from alert_deliveries where tries = 0')
  await vi.waitUntil(async () => (await untried()).rowCount === 0, { interval: 50, timeout: 15_000 })
  await path.pool.query(`update alert_deliveries set next_try = next_try + interval '1 day'`)
})
afterAll(() => path.close())

/** An answer without its variable parts: the request's id, and the requested ids. */
function plain({ status, text }: Pick<Answer, 'status' | 'text'>, asked: Ids) {
  const { account: _account, accountName: _accountName, ...ids } = asked
  // The longest id first, because one may be a part of another.
  const wanted = Object.values(ids).sort((one, other) => other.length - one.length)
  const blind = wanted.reduce((rest, id) => rest.replaceAll(id, 'asked'), text)
  const parsed: unknown = JSON.parse(blind, (key, value: unknown) => {
    if (key === 'requestId') return undefined
    // An operation of two fields is refused for either or both, depending on which is faster.
    return key === 'errors' && Array.isArray(value) ? value.slice(0, 1).map(withoutPlace) : value
  })
  return { status, answer: parsed }
}

/** An error without the field that it names. */
function withoutPlace(error: object): object {
  return { ...error, path: undefined, locations: undefined }
}

const foreignSets = (table: Record<string, Variables[]>) =>
  Object.entries(table).flatMap(([name, sets]) =>
    sets.map((variables, index) => ({ name, variables, index })),
  )

describe('completeness', () => {
  test('every route of the gateway has a row', () => {
    const proxied = ({ url }: { url: string }) => url === '/api' || url.startsWith('/api/')
    const routes = path.gateway.routeTable
      .filter(({ method }) => method !== 'HEAD')
      .map((route) => (proxied(route) ? '* /api/*' : `${route.method} ${route.url}`))
    expect([...new Set(routes)].sort()).toEqual(Object.keys(gatewayRoutes).sort())
  })

  test('every route of the platform has a row', async () => {
    const platform = await createTestPlatform(idleEngine, { gitops: unpublished })
    const routes = platform.app.platformRoutes.map(({ method, url }) => `${method} ${url}`)
    await platform.close()
    expect(routes.sort()).toEqual([...Object.keys(matrix), ...withoutIds, ...ofWorkers].sort())
  })

  test('every operation of the console has a row', () => {
    const named = (live: boolean) =>
      operations.filter(({ isSubscription }) => isSubscription === live).map(({ name }) => name)
    expect(named(false).sort()).toEqual(Object.keys(calls).sort())
    expect(named(true).sort()).toEqual(Object.keys(subscriptions).sort())
  })
})

test("an export of another account's app is not found, as one of no app", async () => {
  const read = ({ app }: Ids) => bob.send('GET', { url: `/export/workqueues?appId=${app}` })
  const answer = await read(alices)
  expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  expect(plain(answer, alices)).toEqual(plain(await read(absent), absent))
})

describe("another account's ids through /api", () => {
  const rows = Object.entries(matrix).flatMap(([route, { foreign }]) =>
    foreign.map((call, index) => ({ route, call, index })),
  )
  test.each(rows)('$route ($index)', async ({ route, call }) => {
    const before = await snapshotOf(path.pool, alice.member.accountId)
    const answer = await bob.send(route, call(alices, bobs))
    expect(answer).toMatchObject({ status: 404, body: { statusCode: 404, code: 'NOT_FOUND' } })
    expect(plain(answer, alices)).toEqual(plain(await bob.send(route, call(absent, bobs)), absent))
    expect(await snapshotOf(path.pool, alice.member.accountId)).toEqual(before)
  })

  const lists = Object.entries(matrix).flatMap(([route, { own }]) => (own ? [{ route, url: own }] : []))
  test.each(lists)('$route contains nothing of it', async ({ route, url }) => {
    const answer = await bob.send(route, { url })
    expect(answer.status).toBe(200)
    expectNothingOfAlice(answer.text)
  })

  test('a session cannot name another account in a header', async () => {
    const answer = await path.http
      .get('/api/account')
      .set({ cookie: bob.cookie, 'account-id': alice.member.accountId })
    expect(answer.body._id).toBe(bob.member.accountId)
  })
})

describe("another account's ids in an operation", () => {
  test.each(foreignSets(calls))('$name ($index)', async ({ name, variables }) => {
    const before = await snapshotOf(path.pool, alice.member.accountId)
    const answer = await bob.graphql(name, variables(alices, bobs))
    expect(plain(answer, alices)).toEqual(plain(await bob.graphql(name, variables(absent, bobs)), absent))
    expectNotFound(answer)
    expect(await snapshotOf(path.pool, alice.member.accountId)).toEqual(before)
  })

  const plainLists = [
    { name: 'AppList', variables: {} },
    { name: 'PlanList', variables: { page: 1, perPage: 100 } },
  ]
  test.each(plainLists)('$name contains nothing of it', async ({ name, variables }) => {
    const answer = await bob.graphql(name, variables)
    expect(answer.body['errors']).toBeUndefined()
    expectNothingOfAlice(answer.text)
  })

  test('the same reads return the data to its owner', async () => {
    const reads = ['App', 'PlanChoice', 'WorkqueueList', 'WorkqueueDetail', 'WorkqueueState', 'WorkqueueLogs']
    for (const name of reads) {
      const answer = await alice.graphql(name, calls[name]?.[0]?.(alices, alices))
      expect([name, answer.body['errors']]).toEqual([name, undefined])
    }
    const { body } = await alice.graphql('TaskInputs', calls['TaskInputs']?.[0]?.(alices, alices))
    expect(body).toMatchObject({ data: { taskInputs: [{ type: alices.workerType }] } })
  })
})

describe("another account's ids in a subscription", () => {
  test.each(foreignSets(subscriptions))('$name ($index)', async ({ name, variables }) => {
    const { client, watch } = bob.live()
    const errors = async (asked: Ids) => {
      // At once, because the check of rights ends a foreign subscription some seconds after it is joined.
      const { refused, joined } = watch(name, variables(asked, bobs))
      const answer = await Promise.race([refused, joined.then(() => 'joined')])
      return plain({ status: 0, text: JSON.stringify(answer) }, asked)
    }
    const refused = await errors(alices)
    expect(refused.answer).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }])
    expect(refused).toEqual(await errors(absent))
    await client.dispose()
  })
})

describe('the choice of an account', () => {
  test('refuses one that the user is not a member of', async () => {
    const choose = (accountId: string) =>
      bob.send('PUT /session/account', { url: '/session/account', body: { accountId } })
    const answer = await choose(alice.member.accountId)
    expect(answer.status).toBe(403)
    expect(plain(answer, absent)).toEqual(plain(await choose(absent.app), absent))
  })

  test("ignores a stored name of another user's account at sign-in", async () => {
    const carol = await path.signUp('carol')
    const body = { email: carol.member.email, password: path.password, account: 'alices' }
    const answer = await path.http.post('/session').set('x-csrf', '1').send(body).expect(200)
    expect(answer.body.account._id).toBe(carol.member.accountId)
    expect(JSON.stringify(answer.body)).not.toContain(alice.member.accountId)
  })
})

test('without a session no route returns data', async () => {
  const operation = operations.find(({ name }) => name === 'App')
  const body = { variables: { id: alices.app }, extensions: { persistedQuery: operation } }
  await path.http.post('/graphql').set('x-csrf', '1').send(body).expect(401)
  await path.http.get(`/api/apps/${alices.app}`).expect(401)
  const stranger = openLive(path.url, { origin: path.url })
  expect(await stranger.refused).toBe(401)
  expect(stranger.frames).toEqual([])
})

function expectNotFound({ body }: Answer): void {
  const errors = body['errors'] as { extensions: { code: string } }[] | undefined
  if (errors)
    return expect([...new Set(errors.map(({ extensions }) => extensions.code))]).toEqual(['NOT_FOUND'])
  const data = body['data'] as Partial<{
    cancelWorkqueues: { id: string }[]
    restartTasks: { total: number }
    failures: { rows: unknown[] }
    audit: { rows: unknown[] }
    tasks: { rows: unknown[] }
    taskInputs: unknown[]
  }>
  // Cancelling answers for each workqueue separately, a restart with a receipt of refused tasks, a filter with no rows.
  if (data.restartTasks) return expect(data.restartTasks).toMatchObject({ total: 1 })
  const filtered = data.taskInputs ?? (data.failures ?? data.audit ?? data.tasks)?.rows
  if (filtered) return expect(filtered).toEqual([])
  const cancelled = data.cancelWorkqueues?.find(({ id }) => id === alices.workqueue)
  expect(cancelled).toMatchObject({ error: expect.stringMatching(/not found/i) })
  expect(cancelled).not.toHaveProperty('workqueue._id')
}

function expectNothingOfAlice(text: string): void {
  const { accountId, email } = alice.member
  for (const secret of [...Object.values(alices), accountId, email]) expect(text).not.toContain(secret)
}
