import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAccount } from '#tests/support/account-entities.ts'
import { absent, matrix, ofWorkers, withoutIds, type Call, type Ids } from '#tests/support/account-matrix.ts'
import { snapshotOf } from '#tests/support/account-snapshot.ts'
import { evidence } from '#tests/support/evidence.ts'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'

/** Two accounts against every route of the bare platform. */

let platform: TestPlatform
let alices: Ids
let bobs: Ids

beforeAll(async () => {
  platform = await createTestPlatform(realEngine, { gitops: unpublished })
  alices = await fillAccount(platform, platform.alice)
  bobs = await fillAccount(platform, platform.bob)
})
afterAll(() => platform.close())

async function send(route: string, { url, body }: Call, headers: Member['headers']) {
  const method = route.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const sent = platform.call[method](url).set(headers)
  return body === undefined ? sent : sent.send(body)
}

/** An error body without its request id. */
function answerOf({ status, body }: { status: number; body: { requestId?: string } }) {
  const { requestId: _ofThisCall, ...rest } = body
  return { status, body: rest }
}

const snapshotOfAlice = () => snapshotOf(platform.pool, platform.alice.accountId)

test('every route has a row, and every row a route', () => {
  const routes = platform.app.platformRoutes.map(({ method, url }) => `${method} ${url}`)
  expect([...routes].sort()).toEqual([...Object.keys(matrix), ...withoutIds, ...ofWorkers].sort())
})

const foreignCalls = Object.entries(matrix).flatMap(([route, { foreign }]) =>
  foreign.map((call, index) => ({ route, call, index })),
)

describe("another account's ids", () => {
  test.each(foreignCalls)('$route ($index)', async ({ route, call }) => {
    const before = await snapshotOfAlice()
    const answer = answerOf(await send(route, call(alices, bobs), platform.bob.headers))
    expect(answer.status).toBe(404)
    expect(answer).toEqual(answerOf(await send(route, call(absent, bobs), platform.bob.headers)))
    expect(await snapshotOfAlice()).toEqual(before)
  })
})

describe("another account's header", () => {
  const routes = Object.keys(matrix).filter((route) => !route.startsWith('GET /api/user/'))
  test.each(routes)('%s', async (route) => {
    const row = matrix[route]
    const call = row?.foreign[0]?.(alices, alices) ?? { url: row?.own ?? urlOf(route) }
    const before = await snapshotOfAlice()
    const as = (accountId: string) => ({ ...platform.bob.headers, 'account-id': accountId })
    const answer = answerOf(await send(route, call, as(platform.alice.accountId)))
    expect(answer).toEqual({ status: 404, body: expect.objectContaining({ message: 'Account not found' }) })
    expect(answer).toEqual(answerOf(await send(route, call, as('absent'))))
    expect(await snapshotOfAlice()).toEqual(before)
  })

  const urlOf = (route: string) => route.split(' ')[1] as string
})

describe('lists contain only rows of the own account', () => {
  const lists = Object.entries(matrix).flatMap(([route, { own }]) => (own ? [{ route, url: own }] : []))
  test.each(lists)('$route', async ({ route, url }) => {
    const answer = await send(route, { url }, platform.bob.headers)
    expect(answer.status).toBe(200)
    for (const id of [...Object.values(alices), platform.alice.email]) expect(answer.text).not.toContain(id)
    if (url.endsWith('/count')) expect(answer.body.count).toBe(route.includes('tasks') ? 2 : 1)
  })
})

test('a change by filters affects only the own account', async () => {
  const before = await snapshotOfAlice()
  const everything = encodeURIComponent(JSON.stringify({ 'created[$gte]': '2000-01-01T00:00:00Z' }))
  for (const table of ['apps', 'plans', 'workqueues', 'scripts', 'workers']) {
    const answer = await platform.call
      .put(`/api/${table}?where=${everything}`)
      .set(platform.bob.headers)
      .send({ description: 'changed' })
    expect(answer.body).toEqual({ matched: 1, modified: 1 })
  }
  expect(await snapshotOfAlice()).toEqual(before)
})

test('the owner can read what the other account could not', async () => {
  for (const { route, call } of foreignCalls.filter(({ route: name }) => name.startsWith('GET '))) {
    const answer = await send(route, call(alices, alices), platform.alice.headers)
    expect([route, answer.status]).toEqual([route, 200])
  }
  evidence({
    check: 42,
    figures: {
      routes: Object.keys(matrix).length,
      'calls with ids of others': foreignCalls.length,
      'of these unlike a call with an absent id': 0,
    },
    breaks: 'a statement forgets the account, or a route has no row in the matrix',
  })
})
