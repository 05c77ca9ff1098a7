import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { absent, matrix, ofWorkers, withoutIds, type Call, type Ids } from '#tests/support/account-matrix.ts'
import { snapshotOf } from '#tests/support/account-snapshot.ts'
import { evidence } from '#tests/support/evidence.ts'
import { createTestPlatform, type Member, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { insertFailure, insertItem, insertLog, insertRun, insertTask } from '#tests/support/platform-rows.ts'

/** Two accounts against every route of the bare platform. */

let platform: TestPlatform
let alices: Ids
let bobs: Ids

beforeAll(async () => {
  platform = await createTestPlatform(realEngine)
  alices = await fill(platform.alice)
  bobs = await fill(platform.bob)
})
afterAll(() => platform.close())

async function fill(member: Member): Promise<Ids> {
  const { accountId, accountName, headers, userId, email } = member
  const mark = `of ${email}`
  const send = (path: string, body: object) => platform.call.post(path).set(headers).send(body)
  const appId = (await send('/api/apps', { name: mark, description: mark })).body._id
  const token = (await send(`/api/apps/${appId}/token`, {})).body._id
  const variable = (await send(`/api/apps/${appId}/variables`, { name: 'MARK', value: mark })).body._id
  const plan = (await send('/api/plans', { name: mark, tasks: [] })).body._id
  const run = { accountId, appId, name: mark, status: 'failed' as const }
  const workqueue = await insertRun(platform.pool, run)
  const row = { accountId, appId, workqueueId: workqueue, name: mark }
  const task = await insertTask(platform.pool, { ...row, status: 'failed', ended: new Date(0) })
  const failed = { accountId, appId, workqueueId: workqueue, taskId: task, title: mark }
  const failure = await insertFailure(platform.pool, failed)
  const item = await insertItem(platform.pool, failed, failure)
  await insertTask(platform.pool, { ...row, position: 1, type: `task.x.${email}`, status: 'queued' })
  await insertLog(platform.pool, {
    accountId,
    workqueueId: workqueue,
    taskId: task,
    timestamp: new Date(0),
    message: mark,
  })
  const { _id: team, members } = (await send('/api/teams', { name: mark })).body
  const { collaborators } = (await platform.call.get(`/api/apps/${appId}/collaborators`).set(headers)).body
  const guest = { email: `guest-${email}` }
  await send(`/api/apps/${appId}/collaborators/invite`, guest)
  const invitation = (await platform.call.get('/api/invitations').set(headers)).body.data[0]._id
  const people = { account: accountId, accountName, user: userId, member: members[0]._id }
  const script = (await send('/api/scripts', { name: mark, teamId: team })).body._id
  const { _id: worker, type: workerType } = (await send('/api/workers', { name: mark, teamId: team })).body
  await send(`/api/workers/${worker}/aliases`, { aliasName: 'beta' })
  const jwt = `/api/workers/${worker}/aliases/default/jwt`
  const privateKey = (await platform.call.put(jwt).set(headers).send({ name: mark })).body._id
  const receipt = (await send('/api/workqueues/bulk/cancel', { ids: [workqueue] })).body._id
  const cluster = (await send('/api/clusters', { name: mark, teamId: team })).body._id
  const deployment = (await send('/api/deployments', { clusterId: cluster, workerId: worker })).body._id
  const access = {
    ...people,
    invitation,
    collaborator: collaborators[0]._id,
    token,
    variable,
    team,
    script,
    receipt,
    failure,
    item,
  }
  return { ...access, app: appId, plan, workqueue, task, worker, workerType, privateKey, cluster, deployment }
}

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
