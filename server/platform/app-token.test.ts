import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppToken } from '#shared/domains/apps/contract.ts'
import { absent, matrix, type Call, type Ids } from '#tests/support/account-matrix.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { realEngine } from '#tests/support/platform-engine.ts'
import { insertFailure, insertItem, insertRun, insertTask } from '#tests/support/platform-rows.ts'

/** Programs that sign in with an app's token: who they are, and that they reach only that app. */

interface FilledApp extends Ids {
  name: string
  basic: { authorization: string }
  key: string
}

let platform: TestPlatform
let own: FilledApp
/** Another app of the same account. */
let other: FilledApp
let foreign: FilledApp

beforeAll(async () => {
  platform = await createTestPlatform(realEngine)
  own = await fill(platform.alice, 'Own')
  other = await fill(platform.alice, 'Other')
  foreign = await fill(platform.bob, 'Foreign')
})
afterAll(() => platform.close())

const basicOf = (key: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
})

async function fill({ accountId, headers }: TestPlatform['alice'], name: string): Promise<FilledApp> {
  const post = async (path: string, body: object) =>
    (await platform.call.post(`/api/${path}`).set(headers).send(body)).body
  const app: string = (await post('apps', { name, description: name }))._id
  const plan: string = (await post('plans', { name, tasks: [] }))._id
  const token: AppToken = await post(`apps/${app}/token`, {})
  const variable: string = (await post(`apps/${app}/variables`, { name: 'SECRET', value: `of ${name}` }))._id
  const workqueue = await insertRun(platform.pool, { accountId, appId: app, name, status: 'failed' })
  const task = await insertTask(platform.pool, {
    accountId,
    appId: app,
    workqueueId: workqueue,
    name,
    status: 'failed',
    ended: new Date(0),
  })
  const failed = { accountId, appId: app, workqueueId: workqueue, taskId: task, title: name }
  const failure = await insertFailure(platform.pool, failed)
  const item = await insertItem(platform.pool, failed, failure)
  const ids = { ...absent, app, plan, workqueue, task, failure, item, token: token._id, variable }
  return { ...ids, name, key: token.key, basic: basicOf(token.key, token.secret) }
}

async function send(route: string, { url, body }: Call, headers: Record<string, string>) {
  const method = route.split(' ')[0]?.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  const sent = platform.call[method](url).set(headers)
  return body === undefined ? sent : sent.send(body)
}
const get = (path: string, headers: Record<string, string>) => platform.call.get(`/api/${path}`).set(headers)

describe('signing in', () => {
  test('works on every call, and implies the account', async () => {
    const answer = await get(`apps/${own.app}`, own.basic)
    expect([answer.status, answer.body.name]).toEqual([200, 'Own'])
    const named = { ...own.basic, 'account-id': platform.alice.accountId }
    expect((await get(`apps/${own.app}`, named)).status).toBe(200)
  })

  test('with another account id is 404', async () => {
    const named = { ...own.basic, 'account-id': platform.bob.accountId }
    const answer = await get(`apps/${own.app}`, named)
    expect([answer.status, answer.body.message]).toEqual([404, 'Account not found'])
  })

  test('with other credentials is refused', async () => {
    const secret = 'wfs_' + 'x'.repeat(43)
    const wrong = [
      basicOf(own.key, secret),
      basicOf('wfk_unknown', secret),
      basicOf(own.key, ''),
      basicOf('', ''),
      basicOf(`${own.key}\0`, secret),
      basicOf("' or 1=1 --", secret),
      basicOf('x'.repeat(700), secret),
      { authorization: 'Basic' },
      { authorization: 'Basic ?' },
      { authorization: `Basic ${own.key}` },
      { authorization: own.basic.authorization.replace('Basic', 'Bearer') },
    ]
    for (const headers of wrong) {
      const answer = await get(`apps/${own.app}`, headers)
      expect([headers, answer.status, answer.body.code]).toEqual([headers, 401, 'UNAUTHENTICATED'])
    }
  })

  test('stops working when the token is deleted', async () => {
    const { headers } = platform.alice
    const made: AppToken = (await platform.call.post(`/api/apps/${own.app}/token`).set(headers)).body
    const basic = basicOf(made.key, made.secret)
    expect((await get(`apps/${own.app}`, basic)).status).toBe(200)
    await platform.call.delete(`/api/apps/${own.app}/token/${made._id}`).set(headers)
    expect((await get(`apps/${own.app}`, basic)).status).toBe(401)
  })

  test('does not reveal tokens and variables', async () => {
    const { body } = await get(`apps/${own.app}`, { ...own.basic, 'x-reveal': 'everything' })
    expect(Object.keys(body).sort()).toEqual([
      '_id',
      'created',
      'createdBy',
      'description',
      'name',
      'updated',
      'updatedBy',
      'version',
    ])
  })
})

describe('an app can', () => {
  const json = async (path: string, headers: Record<string, string>) => (await get(path, headers)).body

  test('start runs without naming itself, read and cancel them; changes carry its key', async () => {
    const tasks = [{ name: 'Wait', type: 'task.workforce.delay', inputs: { ms: 60_000 } }]
    const started = await send('POST', { url: '/api/workqueues', body: { name: 'Mine', tasks } }, own.basic)
    const run = started.body
    expect([started.status, run.appId, run.createdBy]).toEqual([201, own.app, `app:${own.key}`])
    expect((await json(`workqueues/${run._id}`, own.basic)).name).toBe('Mine')
    expect(await json(`workqueues/${run._id}/logs`, own.basic)).toEqual({})
    const end = { url: `/api/workqueues/${run._id}/end`, body: { status: 'cancelled' } }
    expect((await send('POST', end, own.basic)).body.status).toBe('cancelled')
    const { rows } = await platform.pool.query(
      'select actor, action from audit where entity_id = $1 order by action',
      [run._id],
    )
    expect(rows).toEqual(['cancel', 'start'].map((action) => ({ actor: `app:${own.key}`, action })))
  })

  test('read plans and run them', async () => {
    expect((await json('plans', own.basic)).total).toBe(2)
    expect((await json(`plans/${other.plan}`, own.basic)).name).toBe('Other')
    const url = `/api/plans/${other.plan}/run?appId=${own.app}`
    expect((await send('POST', { url, body: {} }, own.basic)).body.appId).toBe(own.app)
  })

  test('restart its tasks', async () => {
    const restarted = await send('POST', { url: `/api/tasks/${own.task}/restart`, body: {} }, own.basic)
    expect([restarted.status, restarted.body._id]).toEqual([200, own.task])
  })
})

test('the calls that a token may make are those of the security page', async () => {
  const page = await readFile(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const section = page.split("### What an app's token sees")[1]?.split(/\n##+ /)[0] ?? ''
  const listed = [...section.matchAll(/^\| `([A-Z]+) ([^`]+)`/gm)].map(
    ([, method, path]) => `${method} ${path}`,
  )
  const open = platform.app.platformRoutes
    .filter(({ appCalls }) => appCalls !== undefined)
    .map(({ method, url }) => `${method} ${url.replace('/api/', '').replace(/:(\w+)/g, '{$1}')}`)
  expect(listed.sort()).toEqual(open.sort())
})

describe('an app cannot', () => {
  /** The registered routes, with the parameters that the account matrix knows for them. */
  const routes = () =>
    platform.app.platformRoutes.flatMap(({ method, url, access, appCalls }) =>
      access === 'public' || access === 'signed-in' || !url.startsWith('/api/')
        ? []
        : [{ route: `${method} ${url}`, access, appCalls, row: matrix[`${method} ${url}`] }],
    )

  test('call other routes, whatever the parameters', async () => {
    const refused = routes().filter(({ appCalls }) => appCalls === undefined)
    expect(refused.length).toBeGreaterThan(20)
    for (const { route, access, row } of refused) {
      // Routes for workers do not accept it as a sign-in.
      const expected =
        access === 'worker' || access === 'workers' ? [401, 'UNAUTHENTICATED'] : [403, 'NOT_ALLOWED']
      const url = route.split(' ')[1] as string
      const calls = [
        { url },
        ...(row?.own ? [{ url: row.own }] : []),
        ...(row?.foreign ?? []).map((make) => make(own, own)),
      ]
      for (const call of calls) {
        const answer = await send(route, call, own.basic)
        expect([route, answer.status, answer.body.code]).toEqual([route, ...expected])
      }
    }
  })

  test.each(['other', 'foreign'] as const)('use ids of the %s app', async (which) => {
    // Plans belong to the account, so they are the only entities that an app can name.
    const theirs = { ...{ other, foreign }[which], ...(which === 'other' ? { plan: absent.plan } : {}) }
    const open = routes().filter(({ appCalls }) => appCalls !== undefined)
    const asked = open.flatMap(({ route, row }) => (row?.foreign ?? []).map((make) => ({ route, make })))
    expect(asked.length).toBeGreaterThan(20)
    for (const { route, make } of asked) {
      const answer = await send(route, make(theirs, own), own.basic)
      expect([route, make(theirs, own).url, answer.status]).toEqual([route, make(theirs, own).url, 404])
      const none = await send(route, make(absent, own), own.basic)
      expect(answer.body.message).toBe(none.body.message)
    }
  })

  test('see rows of other apps in lists', async () => {
    const lists = routes().filter(({ appCalls, row }) => appCalls !== undefined && row?.own)
    expect(lists.length).toBeGreaterThan(8)
    for (const { route, row } of lists) {
      const answer = await send(route, { url: row?.own ?? '' }, own.basic)
      expect([route, answer.status]).toEqual([route, 200])
      for (const id of [other.app, other.workqueue, other.task, other.variable, foreign.app, foreign.plan])
        expect([route, answer.text.includes(id)]).toEqual([route, false])
    }
    const count = async (path: string) => (await get(path, own.basic)).body.count
    const { rows } = await platform.pool.query('select count(*)::int as n from tasks where app_id = $1', [
      own.app,
    ])
    expect(await count('tasks/count')).toBe(rows[0].n)
    expect((await get('workqueues/findOne?sort=-name', own.basic)).body.appId).toBe(own.app)
  })

  test('change them', async () => {
    const snapshot = 'select status, updated_by from workqueues where id = any($1)'
    const { rows } = await platform.pool.query(snapshot, [[other.workqueue, foreign.workqueue]])
    expect(rows).toEqual([
      { status: 'failed', updated_by: null },
      { status: 'failed', updated_by: null },
    ])
  })
})
