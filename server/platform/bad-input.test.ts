import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'
import { seededRandom } from '#tests/support/random.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine)
})
afterAll(() => platform.close())

type Method = 'get' | 'post' | 'put' | 'delete'
const lists = ['apps', 'plans', 'workqueues', 'tasks', 'scripts', 'clusters', 'deployments', 'teams'] as const
const long = 'x'.repeat(65)
const filters = '{"name":"a"}'

const wrongQueries = [
  ['page=0', 'query/page'],
  ['page=-1', 'query/page'],
  ['page=1.5', 'query/page'],
  ['page=1e9', 'query/page'],
  ['page=first', 'query/page'],
  ['page=1&page=2', 'query/page'],
  ['pagesize=0', 'query/pagesize'],
  ['pagesize=10000', 'query/pagesize'],
  ['pagesize=9999999', 'query/pagesize'],
  ['page=0&pagesize=0', 'query/page: .*; query/pagesize: '],
  ['sort=password', 'query/sort/0'],
  ['sort=name,-', 'query/sort/1'],
  ['sort=', 'query/sort/0'],
  ['sort=name&sort=created', 'query/sort'],
  ['sort=name;drop table apps', 'query/sort'],
  ['created[$gt]=2026-01-01T00:00:00Z', 'query/created\\[\\$gt\\]: is not known here'],
  ['created[$gte]=yesterday', 'query/created\\[\\$gte\\]'],
  ['created[$lte]=2026-02-30T00:00:00Z', 'query/created\\[\\$lte\\]'],
  ['created=2026-01-01', 'query/created: is not known here'],
  ['$where=1', 'query/\\$where: is not known here'],
  ['__proto__=1', 'query/__proto__: is not known here'],
  ['constructor[name]=1', 'query/constructor\\[name\\]: is not known here'],
  ['page=%00', 'query: '],
] as const

describe.each(lists)('GET %s', (list) => {
  test.each(wrongQueries)('%s', async (query, message) => {
    for (const path of ['', '/count', '/findOne']) {
      const answer = await platform.call.get(`/api/${list}${path}?${query}`).set(platform.alice.headers)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toMatch(new RegExp(message))
    }
  })
})

const bodies: [Method, string, unknown, number, string][] = [
  ['post', 'users/login', {}, 400, 'body/email: .*; body/password: '],
  ['post', 'users/login', { email: ['a'], password: { $ne: '' } }, 400, 'body/email: .*; body/password: '],
  ['post', 'users/login', { email: 'a'.repeat(321), password: '' }, 400, 'body/email: .*; body/password: '],
  ['post', 'users/tokenLogin', { token: 7 }, 400, 'body/token: '],
  ['post', 'users/tokenLogin', undefined, 400, 'body: '],
  ['post', 'users/resetPassword', { email: ' ' }, 400, 'body/email: '],
  ['post', 'users/password', { token: ['a'], password: 7 }, 400, 'body/token: .*; body/password: '],
  ['post', 'users/acceptInvitation', { password: 'short' }, 400, 'body/token: .*; body/password: '],
  ['get', 'accounts/a/memberships?page=0&role=x', undefined, 400, 'query/page: .*; query/role: is not known'],
  ['put', 'accounts/a/memberships/b', { role: 'admin' }, 400, 'body/role: '],
  ['post', 'invitation/toAccount', { accountId: 'a' }, 400, 'body/invitation: '],
  [
    'post',
    'user/invite',
    { role: 'admin', email: 'no' },
    400,
    'body/email: .*; body/role: .*; body/accountName: ',
  ],
  ['put', 'accountSettings/save', [], 400, 'body: '],
  ['post', 'teams', { name: ' ' }, 400, 'body/name: '],
  ['post', 'teams/absent/members', { email: 'no' }, 400, 'body/email: '],
  ['post', 'apps/absent/collaborators/invite', { email: 7 }, 400, 'body/email: '],
  ['get', `user/${long}`, undefined, 400, 'params/userId: '],
  ['post', 'apps', {}, 400, 'body/name: .*; body/description: '],
  ['post', 'apps', { name: '  ', description: 'x'.repeat(2001) }, 400, 'body/name: .*; body/description: '],
  ['post', 'apps', [], 400, 'body: '],
  ['post', 'apps', undefined, 400, 'body: '],
  ['get', `apps/${long}`, undefined, 400, 'params/id: '],
  ['put', `apps/${long}`, { name: 1 }, 400, 'params/id: .*; body/name: '],
  ['put', `apps?where=${filters}`, {}, 400, 'body: must set name or description'],
  ['put', 'apps?where={"page":1}', { name: 'a' }, 400, 'query/where/page: is not known here'],
  ['delete', `apps/${long}`, undefined, 400, 'params/id: '],
  ['post', 'plans', { name: 'a' }, 422, 'tasks: '],
  ['post', 'plans', { name: 7, tasks: [{ name: 'a', type: 'shell' }] }, 422, 'name: .*tasks\\[0\\].type: '],
  ['put', `plans/${long}`, {}, 400, 'params/id: '],
  ['put', `plans?where=${filters}`, { tasks: [] }, 400, 'body: must set name or description'],
  ['delete', `plans/${long}`, undefined, 400, 'params/id: '],
  ['post', 'plans/absent/run', {}, 400, 'query/appId: '],
  ['post', 'plans/absent/run?appId=a', { initialState: [] }, 400, 'body/initialState: '],
  ['post', 'workqueues', { plan: 'p' }, 400, 'query/appId: is required'],
  ['post', 'workqueues?appId=a', { plan: 7 }, 400, 'body/plan: '],
  ['post', 'workqueues?appId=a', { plan: 'p', appId: 'b' }, 400, 'query/appId: differs'],
  ['post', 'workqueues', { plan: 'p', appId: 7 }, 400, 'body/appId: '],
  ['post', 'workqueues?appId=a&appId=b', {}, 400, 'query/appId: '],
  ['post', 'workqueues?appId=a&force=1', {}, 400, 'query/force: is not known here'],
  ['put', 'workqueues/absent', { state: {} }, 400, 'body: must set'],
  ['put', 'workqueues/absent', { name: '', tags: 'x' }, 400, 'body/name: .*; body/tags: '],
  ['put', 'workqueues?where={"status":["done"]}', { name: 'a' }, 400, 'query/where/status/0: '],
  ['delete', `workqueues/${long}`, undefined, 400, 'params/id: '],
  ['post', 'workqueues/absent/end', {}, 400, 'body/status: '],
  ['post', 'workqueues/absent/end', { status: 'completed' }, 400, 'body/status: '],
  ['post', 'workqueues/absent/end', undefined, 400, 'body: '],
  ['get', 'workqueues/absent/logs?athena=maybe', undefined, 400, 'query/athena: '],
  ['get', 'workqueues/recent?status=done', undefined, 400, 'query/status/0: '],
  ['get', 'workqueues/recent?page=2', undefined, 400, 'query/page: is not known here'],
  ['get', 'workqueues?status=done', undefined, 400, 'query/status/0: '],
  ['post', 'scripts', {}, 400, 'body/name: .*; body/teamId: '],
  ['put', 'scripts/absent', { version: 1 }, 400, 'body: must set'],
  ['put', `scripts?where=${filters}`, { code: 'x' }, 400, 'body: must set'],
  ['post', 'clusters', { tags: 'x' }, 400, 'body/name: .*; body/tags: '],
  ['put', 'clusters/absent', {}, 400, 'body: must set'],
  ['post', 'deployments', {}, 400, 'body/clusterId: .*; body/workerId: '],
  ['put', 'deployments/absent', { clusterId: 'c' }, 400, 'body: must set'],
  ['put', 'deployments/absent/flux', { fluxConfig: {} }, 400, 'body/fluxConfig: '],
  ['get', 'deployments/absent?withConfig=maybe', undefined, 400, 'query/withConfig: '],
  ['get', 'tasks?status=done', undefined, 400, 'query/status/0: '],
  ['get', 'tasks/summary', undefined, 400, 'query/status: '],
  ['get', 'tasks/backlog?appId=a', undefined, 400, 'query/appId: is not known here'],
  ['post', 'tasks/absent/restart', { taskId: 7 }, 400, 'body/taskId: '],
  ['post', 'tasks/absent/restart/alias/ ', {}, 400, 'params/alias: '],
]

describe('bad input', () => {
  test.each(bodies)('%s %s %j', async (method, path, body, status, message) => {
    const sent = platform.call[method](`/api/${encodeURI(path)}`).set(platform.alice.headers)
    const answer = await (body === undefined ? sent : sent.send(body as object))
    expect([answer.status, answer.body.message]).toEqual([
      status,
      expect.stringMatching(new RegExp(message, 's')),
    ])
    expect(answer.body.requestId).toBe(answer.headers['x-request-id'])
  })

  test('a message stays readable however many faults there are', async () => {
    const query = Array.from({ length: 400 }, (_, index) => `k${index}=1`).join('&')
    const answer = await platform.call.get(`/api/apps?${query}`).set(platform.alice.headers)
    expect(answer.status).toBe(400)
    expect(answer.body.message).toMatch(/; and 200 more$/)
  })
})

describe('random input never causes a 5xx', () => {
  const random = seededRandom(4711)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const strange = [
    '',
    ' ',
    '0',
    '-1',
    '1',
    '1e9',
    '9999',
    '1e400',
    'NaN',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
    "'",
    '"',
    '%00',
    '\0',
    '\u202e',
    '\ud800',
    '💥',
    '../..',
    "' or 1=1--",
    '$where',
    '{"$gt":""}',
    ',',
    ',,',
    '-',
    '-name',
    '2026-03-01T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    'x'.repeat(3000),
    'name',
    'created',
    'failed',
    'started,queued',
    '__proto__',
    'constructor',
    'toString',
  ]
  const keys = [
    'page',
    'pagesize',
    'sort',
    'name',
    'appId',
    'workQueueId',
    'status',
    'tags',
    'type',
    'created[$gte]',
    'created[$lte]',
    'created[$gt]',
    '$where',
    '__proto__',
    'constructor',
    'where',
    'athena',
    'startDate',
    'endDate',
    'page[]',
    'page[0]',
    '',
  ]
  const text = (value: string) => {
    try {
      return encodeURIComponent(value)
    } catch {
      return '%ED%A0%80'
    }
  }
  const query = () =>
    Array.from({ length: Math.floor(random() * 4) }, () => {
      const value = pick(strange)
      return `${text(pick(keys))}=${random() < 0.1 ? value.replace(/[^\x21-\x7e]|#/g, '%') : text(value)}`
    }).join('&')
  const value = (depth = 0): unknown => {
    if (depth > 3 || random() < 0.5)
      return pick([...strange, 0, -1, 1e308, 1e-7, null, true, 2 ** 53] as unknown[])
    if (random() < 0.5) return Array.from({ length: Math.floor(random() * 4) }, () => value(depth + 1))
    return Object.fromEntries(
      Array.from({ length: Math.floor(random() * 5) }, () => [pick(bodyKeys), value(depth + 1)]),
    )
  }
  const bodyKeys = [
    'name',
    'description',
    'tags',
    'tasks',
    'type',
    'depends',
    'inputs',
    'outputs',
    'condition',
    'plan',
    'initialState',
    'planId',
    'rerunOf',
    'status',
    'email',
    'password',
    'token',
    'appId',
    '__proto__',
    'a\0b',
  ]

  async function expectNoFault(request: InjectOptions): Promise<void> {
    const answer = await platform.app.inject({ headers: platform.alice.headers, ...request })
    if (answer.statusCode >= 500) throw new Error(`${JSON.stringify(request)} gave ${answer.body}`)
  }
  const concrete = (url: string) => url.replace(/:\w+/g, () => text(pick(strange)))
  const routes = (wanted: (method: string) => boolean) =>
    platform.app.platformRoutes.filter(({ method, url }) => wanted(method) && !url.startsWith('/api/users/'))

  test('5,000 queries', async () => {
    const reads = routes((method) => method === 'GET')
    for (let round = 0; round < 250; round++) {
      const requests = Array.from({ length: 20 }, () => `${concrete(pick(reads).url)}?${query()}`)
      await Promise.all(requests.map((url) => expectNoFault({ method: 'GET', url })))
    }
  }, 60_000)

  test('1,000 bodies', async () => {
    const writes = routes((method) => method !== 'GET')
    for (let round = 0; round < 50; round++) {
      const requests = Array.from({ length: 20 }, () => {
        const { method, url } = pick(writes)
        const target = `${concrete(url)}?${query()}`
        return expectNoFault({
          method: method as 'POST',
          url: target,
          payload: JSON.stringify(value()),
          headers: { ...platform.alice.headers, 'content-type': 'application/json' },
        })
      })
      await Promise.all(requests)
    }
  }, 60_000)
})
