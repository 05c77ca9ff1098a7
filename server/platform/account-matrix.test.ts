import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type Member, type TestPlatform } from '../../tests/support/platform-app.ts'
import { realEngine } from '../../tests/support/platform-engine.ts'
import { insertLog, insertRun, insertTask } from '../../tests/support/platform-rows.ts'

/**
 * Two accounts against every route. The routes come from the running app, so a new one fails here until it says
 * what it does with another account's ids.
 */

interface Ids {
  user: string
  app: string
  plan: string
  workqueue: string
  task: string
}

interface Call {
  url: string
  body?: object
}

/** A call in which something is another account's; `own` is the caller's. */
type Foreign = (foreign: Ids, own: Ids) => Call

interface Row {
  /** Each must answer 404, word for word as with ids that nobody has. */
  foreign: Foreign[]
  /** Lists: must answer, and hold nothing of the other account. */
  own?: string
}

const at = (url: string, body?: object): Call => ({ url, ...(body === undefined ? {} : { body }) })
const where = (filters: object) => encodeURIComponent(JSON.stringify(filters))
const definition = { name: 'Run', tasks: [] }
const app = { name: 'Taken', description: 'Taken' }

/** The four reading calls of a list and one entity; `scopes` are the filters that name another entity. */
function reads(table: string, entity: keyof Ids, scopes: ((ids: Ids) => string)[] = []): Record<string, Row> {
  const scoped = (path: string) =>
    scopes.map(
      (scope): Foreign =>
        (ids) =>
          at(`${path}?${scope(ids)}`),
    )
  return {
    [`GET /api/${table}`]: { own: `/api/${table}?pagesize=9999`, foreign: scoped(`/api/${table}`) },
    [`GET /api/${table}/count`]: { own: `/api/${table}/count`, foreign: scoped(`/api/${table}/count`) },
    [`GET /api/${table}/findOne`]: { own: `/api/${table}/findOne`, foreign: scoped(`/api/${table}/findOne`) },
    [`GET /api/${table}/:id`]: { foreign: [(ids) => at(`/api/${table}/${ids[entity]}`)] },
  }
}

const byApp = (ids: Ids) => `appId=${ids.app}`

const matrix: Record<string, Row> = {
  'GET /api/account': { own: '/api/account', foreign: [] },
  'GET /api/user/:userId': { foreign: [(ids) => at(`/api/user/${ids.user}`)] },

  ...reads('apps', 'app'),
  'POST /api/apps': { foreign: [] },
  'PUT /api/apps/:id': { foreign: [(ids) => at(`/api/apps/${ids.app}`, app)] },
  'PUT /api/apps': { foreign: [] },
  'DELETE /api/apps/:id': { foreign: [(ids) => at(`/api/apps/${ids.app}`)] },

  ...reads('plans', 'plan', [byApp]),
  'POST /api/plans': { foreign: [] },
  'PUT /api/plans/:id': { foreign: [(ids) => at(`/api/plans/${ids.plan}`, { name: 'Taken' })] },
  'PUT /api/plans': { foreign: [] },
  'DELETE /api/plans/:id': { foreign: [(ids) => at(`/api/plans/${ids.plan}`)] },
  'POST /api/plans/:id/run': {
    foreign: [
      (foreign, own) => at(`/api/plans/${foreign.plan}/run?appId=${own.app}`, {}),
      (foreign, own) => at(`/api/plans/${own.plan}/run?appId=${foreign.app}`, {}),
      (foreign) => at(`/api/plans/${foreign.plan}/run?appId=${foreign.app}`, {}),
    ],
  },

  ...reads('workqueues', 'workqueue', [byApp]),
  'GET /api/workqueues/recent': {
    own: '/api/workqueues/recent',
    foreign: [(ids) => at(`/api/workqueues/recent?appId=${ids.app}`)],
  },
  'GET /api/workqueues/:id/logs': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}/logs?athena=true`)],
  },
  'POST /api/workqueues': {
    foreign: [
      (foreign) => at(`/api/workqueues?appId=${foreign.app}`, definition),
      (foreign) => at('/api/workqueues', { ...definition, appId: foreign.app }),
      (foreign, own) => at(`/api/workqueues?appId=${own.app}`, { plan: foreign.plan }),
      (foreign, own) => at(`/api/workqueues?appId=${foreign.app}`, { plan: own.plan }),
      (foreign, own) => at(`/api/workqueues?appId=${own.app}`, { ...definition, planId: foreign.plan }),
      (foreign, own) => at(`/api/workqueues?appId=${own.app}`, { ...definition, rerunOf: foreign.workqueue }),
    ],
  },
  'POST /api/workqueues/:id/end': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}/end`, { status: 'cancelled' })],
  },
  'PUT /api/workqueues/:id': {
    foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}`, { name: 'Taken' })],
  },
  'PUT /api/workqueues': {
    foreign: [(ids) => at(`/api/workqueues?where=${where({ appId: ids.app })}`, { name: 'Taken' })],
  },
  'DELETE /api/workqueues/:id': { foreign: [(ids) => at(`/api/workqueues/${ids.workqueue}`)] },

  ...reads('tasks', 'task', [byApp, (ids) => `workQueueId=${ids.workqueue}`]),
  'GET /api/tasks/summary': {
    own: '/api/tasks/summary?status=failed',
    foreign: [(ids) => at(`/api/tasks/summary?status=failed&appId=${ids.app}`)],
  },
  'GET /api/tasks/backlog': { own: '/api/tasks/backlog', foreign: [] },
  'POST /api/tasks/:id/restart': {
    foreign: [(ids) => at(`/api/tasks/${ids.task}/restart`, { taskId: ids.task })],
  },
  'POST /api/tasks/:id/restart/alias/:alias': {
    foreign: [(ids) => at(`/api/tasks/${ids.task}/restart/alias/default`, {})],
  },
}

/** These take nothing that could be another account's. */
const withoutIds = [
  'POST /api/users/login',
  'POST /api/users/tokenLogin',
  'POST /api/users/refreshToken',
  'POST /api/users/logout',
]

let platform: TestPlatform
let alices: Ids
let bobs: Ids
const absent: Ids = {
  ...{ user: 'f'.repeat(24), app: 'f'.repeat(24), plan: 'f'.repeat(24) },
  ...{ workqueue: 'f'.repeat(24), task: 'f'.repeat(24) },
}

beforeAll(async () => {
  platform = await createTestPlatform(realEngine)
  alices = await fill(platform.alice)
  bobs = await fill(platform.bob)
})
afterAll(() => platform.close())

async function fill(member: Member): Promise<Ids> {
  const { accountId, headers, userId, email } = member
  const mark = `of ${email}`
  const send = (path: string, body: object) => platform.call.post(path).set(headers).send(body)
  const appId = (await send('/api/apps', { name: mark, description: mark })).body._id
  const plan = (await send('/api/plans', { ...definition, name: mark })).body._id
  const run = { accountId, appId, name: mark, status: 'failed' as const }
  const workqueue = await insertRun(platform.pool, run)
  const row = { accountId, appId, workqueueId: workqueue, name: mark }
  const task = await insertTask(platform.pool, { ...row, status: 'failed', ended: new Date(0) })
  await insertTask(platform.pool, { ...row, position: 1, type: `task.x.${email}`, status: 'queued' })
  await insertLog(platform.pool, {
    ...{ accountId, workqueueId: workqueue, taskId: task },
    ...{ timestamp: new Date(0), message: mark },
  })
  return { user: userId, app: appId, plan, workqueue, task }
}

async function send(route: string, { url, body }: Call, headers: Member['headers']) {
  const method = route.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const sent = platform.call[method](url).set(headers)
  return body === undefined ? sent : sent.send(body)
}

/** An error body as it is for everybody. */
function answerOf({ status, body }: { status: number; body: { requestId?: string } }) {
  const { requestId: _ofThisCall, ...rest } = body
  return { status, body: rest }
}

/** Everything stored for an account. */
async function snapshot(accountId: string): Promise<unknown> {
  const tables = ['apps', 'plans', 'workqueues', 'tasks', 'task_logs']
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await platform.pool.query(`select * from ${table} where account_id = $1 order by id`, [
        accountId,
      ])
      return rows
    }),
  )
}

test('every route has a row, and every row a route', () => {
  const routes = platform.app.platformRoutes.map(({ method, url }) => `${method} ${url}`)
  expect([...routes].sort()).toEqual([...Object.keys(matrix), ...withoutIds].sort())
})

const foreignCalls = Object.entries(matrix).flatMap(([route, { foreign }]) =>
  foreign.map((call, index) => ({ route, call, index })),
)

describe("another account's ids", () => {
  test.each(foreignCalls)('$route ($index)', async ({ route, call }) => {
    const before = await snapshot(platform.alice.accountId)
    const answer = answerOf(await send(route, call(alices, bobs), platform.bob.headers))
    expect(answer.status).toBe(404)
    expect(answer).toEqual(answerOf(await send(route, call(absent, bobs), platform.bob.headers)))
    expect(await snapshot(platform.alice.accountId)).toEqual(before)
  })
})

describe("another account's header", () => {
  const routes = Object.keys(matrix).filter((route) => !route.startsWith('GET /api/user/'))
  test.each(routes)('%s', async (route) => {
    const row = matrix[route]
    const call = row?.foreign[0]?.(alices, alices) ?? { url: row?.own ?? urlOf(route) }
    const before = await snapshot(platform.alice.accountId)
    const as = (accountId: string) => ({ ...platform.bob.headers, 'account-id': accountId })
    const answer = answerOf(await send(route, call, as(platform.alice.accountId)))
    expect(answer).toEqual({ status: 404, body: expect.objectContaining({ message: 'Account not found' }) })
    expect(answer).toEqual(answerOf(await send(route, call, as('absent'))))
    expect(await snapshot(platform.alice.accountId)).toEqual(before)
  })

  const urlOf = (route: string) => route.split(' ')[1] as string
})

describe('lists hold the own rows and no others', () => {
  const lists = Object.entries(matrix).flatMap(([route, { own }]) => (own ? [{ route, url: own }] : []))
  test.each(lists)('$route', async ({ route, url }) => {
    const answer = await send(route, { url }, platform.bob.headers)
    expect(answer.status).toBe(200)
    for (const id of [...Object.values(alices), platform.alice.accountId, platform.alice.email])
      expect(answer.text).not.toContain(id)
    if (url.endsWith('/count')) expect(answer.body.count).toBe(route.includes('tasks') ? 2 : 1)
  })
})

test('what is changed by filters stays in the own account', async () => {
  const before = await snapshot(platform.alice.accountId)
  const everything = where({ 'created[$gte]': '2000-01-01T00:00:00Z' })
  for (const table of ['apps', 'plans', 'workqueues']) {
    const answer = await platform.call
      .put(`/api/${table}?where=${everything}`)
      .set(platform.bob.headers)
      .send({ description: 'changed' })
    expect(answer.body).toEqual({ matched: 1, modified: 1 })
  }
  expect(await snapshot(platform.alice.accountId)).toEqual(before)
})

test('the same reads answer their owner', async () => {
  for (const { route, call } of foreignCalls.filter(({ route: name }) => name.startsWith('GET '))) {
    const answer = await send(route, call(alices, alices), platform.alice.headers)
    expect([route, answer.status]).toEqual([route, 200])
  }
})
