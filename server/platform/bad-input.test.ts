import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unpublished } from '#tests/support/gitops.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'
import { seededRandom } from '#tests/support/random.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await createTestPlatform(absentEngine, { gitops: unpublished })
})
afterAll(() => platform.close())

type Method = 'get' | 'post' | 'put' | 'delete'
const lists = ['apps', 'plans', 'workqueues', 'tasks', 'scripts', 'clusters', 'deployments', 'teams'] as const
const long = 'x'.repeat(65)
const filters = '{"name":"a"}'

const wrongQueries = [
  ['page=0', 'Page'],
  ['page=-1', 'Page'],
  ['page=1.5', 'Page'],
  ['page=1e9', 'Page'],
  ['page=first', 'Page'],
  ['page=1&page=2', 'Page'],
  ['pagesize=0', 'Pagesize'],
  ['pagesize=10000', 'Pagesize'],
  ['pagesize=9999999', 'Pagesize'],
  ['page=0&pagesize=0', 'Page .*; Pagesize '],
  ['sort=password', 'Sort '],
  ['sort=name,-', 'Sort '],
  ['sort=', 'Sort '],
  ['sort=name&sort=created', 'Sort'],
  ['sort=name;drop table apps', 'Sort'],
  ['created[$gt]=2026-01-01T00:00:00Z', 'created\\[\\$gt\\] is not known here'],
  ['created[$gte]=yesterday', 'created\\[\\$gte\\]'],
  ['created[$lte]=2026-02-30T00:00:00Z', 'created\\[\\$lte\\]'],
  ['created=2026-01-01', 'Created is not known here'],
  ['$where=1', '\\$where is not known here'],
  ['__proto__=1', '__proto__ is not known here'],
  ['constructor[name]=1', 'constructor\\[name\\] is not known here'],
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
  ['post', 'users/login', {}, 400, 'Email .*; Password '],
  ['post', 'users/login', { email: ['a'], password: { $ne: '' } }, 400, 'Email .*; Password '],
  ['post', 'users/login', { email: 'a'.repeat(321), password: '' }, 400, 'Email .*; Password '],
  ['post', 'users/tokenLogin', { token: 7 }, 400, 'Token '],
  ['post', 'users/tokenLogin', undefined, 400, 'The body '],
  ['post', 'users/resetPassword', { email: ' ' }, 400, 'Email '],
  ['post', 'users/password', { token: ['a'], password: 7 }, 400, 'Token .*; Password '],
  ['post', 'users/acceptInvitation', { password: 'short' }, 400, 'Token .*; Password '],
  ['get', 'accounts/a/memberships?page=0&role=x', undefined, 400, 'Page .*; Role is not known'],
  ['put', 'accounts/a/memberships/b', { role: 'admin' }, 400, 'Role '],
  ['post', 'invitation/toAccount', { accountId: 'a' }, 400, 'Invitation '],
  ['post', 'user/invite', { role: 'admin', email: 'no' }, 400, 'Email .*; Role .*; Account name '],
  ['put', 'accountSettings/save', [], 400, 'The body '],
  ['put', 'users/me/settings', { theme: 7, colour: 'red' }, 400, 'Theme .*; Colour is not known'],
  ['post', 'teams', { name: ' ' }, 400, 'Name '],
  ['post', 'teams/absent/members', { email: 'no' }, 400, 'Email '],
  ['post', 'apps/absent/collaborators/invite', { email: 7 }, 400, 'Email '],
  ['get', `user/${long}`, undefined, 400, 'User id '],
  ['post', 'apps', {}, 400, 'Name .*; Description '],
  ['post', 'apps', { name: '  ', description: 'x'.repeat(2001) }, 400, 'Name .*; Description '],
  ['post', 'apps', [], 400, 'The body '],
  ['post', 'apps', undefined, 400, 'The body '],
  ['get', `apps/${long}`, undefined, 400, 'Id '],
  ['put', `apps/${long}`, { name: 1 }, 400, 'Id .*; Name '],
  ['put', `apps?where=${filters}`, {}, 400, 'The body must set name or description'],
  ['put', 'apps?where={"page":1}', { name: 'a' }, 400, 'Where page is not known here'],
  ['delete', `apps/${long}`, undefined, 400, 'Id '],
  ['post', 'plans', { name: 'a' }, 422, 'tasks: '],
  ['post', 'plans', { name: 7, tasks: [{ name: 'a', type: 'shell' }] }, 422, 'name: .*tasks\\[0\\].type: '],
  ['put', `plans/${long}`, {}, 400, 'Id '],
  ['put', `plans?where=${filters}`, { tasks: [] }, 400, 'The body must set name or description'],
  ['delete', `plans/${long}`, undefined, 400, 'Id '],
  ['post', 'plans/absent/run', {}, 400, 'App id '],
  ['post', 'plans/absent/run?appId=a', { initialState: [] }, 400, 'Initial state '],
  ['post', 'workqueues', { plan: 'p' }, 400, 'App id is required'],
  ['post', 'workqueues?appId=a', { plan: 7 }, 400, 'Plan '],
  ['post', 'workqueues?appId=a', { plan: 'p', appId: 'b' }, 400, 'App id of the query differs'],
  ['post', 'workqueues', { plan: 'p', appId: 7 }, 400, 'App id '],
  ['post', 'workqueues?appId=a&appId=b', {}, 400, 'App id '],
  ['post', 'workqueues?appId=a&force=1', {}, 400, 'Force is not known here'],
  ['put', 'workqueues/absent', { state: {} }, 400, 'The body must set'],
  ['put', 'workqueues/absent', { name: '', tags: 'x' }, 400, 'Name .*; Tags '],
  ['put', 'workqueues?where={"status":["done"]}', { name: 'a' }, 400, 'where.status\\[0\\] '],
  ['delete', `workqueues/${long}`, undefined, 400, 'Id '],
  ['post', 'workqueues/absent/end', {}, 400, 'Status '],
  ['post', 'workqueues/absent/end', { status: 'completed' }, 400, 'Status '],
  ['post', 'workqueues/absent/end', undefined, 400, 'The body '],
  ['get', 'workqueues/absent/logs?athena=maybe', undefined, 400, 'Athena '],
  ['get', 'workqueues/recent?status=done', undefined, 400, 'Status '],
  ['get', 'workqueues/recent?page=2', undefined, 400, 'Page is not known here'],
  ['get', 'workqueues?status=done', undefined, 400, 'Status '],
  ['post', 'scripts', {}, 400, 'Name .*; Team id '],
  ['put', 'scripts/absent', { version: 1 }, 400, 'The body must set'],
  ['put', `scripts?where=${filters}`, { code: 'x' }, 400, 'The body must set'],
  ['post', 'clusters', { tags: 'x' }, 400, 'Name .*; Tags '],
  ['put', 'clusters/absent', {}, 400, 'The body must set'],
  ['post', 'deployments', {}, 400, 'Cluster id .*; Worker id '],
  ['put', 'deployments/absent', { clusterId: 'c' }, 400, 'The body must set'],
  ['put', 'deployments/absent/flux', { fluxConfig: {} }, 400, 'Flux config '],
  ['get', 'deployments/absent?withConfig=maybe', undefined, 400, 'With config '],
  ['get', 'tasks?status=done', undefined, 400, 'Status '],
  ['get', 'tasks/summary', undefined, 400, 'Status '],
  ['get', 'tasks/backlog?appId=a', undefined, 400, 'App id is not known here'],
  ['post', 'alerts', { when: { kind: 'x' }, to: [] }, 400, 'Name .*; When kind .*; To '],
  ['put', 'alerts/absent', {}, 400, 'The body must set'],
  ['post', 'alerts/absent/secret', {}, 400, 'Target id '],
  ['post', 'alerts/absent/test', { zork: 1 }, 400, 'Zork is not known here'],
  ['post', 'failures/absent/close', { zork: 1 }, 400, 'Zork is not known here'],
  ['post', 'failures/absent/close', {}, 404, 'not found'],
  ['post', 'failures/absent/unmute', { zork: 1 }, 400, 'Zork is not known here'],
  ['post', 'attention/absent/unmute', { zork: 1 }, 400, 'Zork is not known here'],
  ['post', 'attention/absent/unmute', undefined, 404, 'not found'],
  ['post', 'schedules/absent/resume', { zork: 1 }, 400, 'Zork is not known here'],
  ['post', 'schedules/absent/trigger', { zork: 1 }, 400, 'Zork is not known here'],
  ['post', 'alerts/test', { ruleId: 7 }, 400, 'Rule id '],
  ['post', 'alerts/preview', {}, 400, 'When '],
  ['get', 'alerts/deliveries?state=x', undefined, 400, 'State '],
  ['post', 'tasks/absent/restart', { taskId: 7 }, 400, 'Task id '],
  ['post', 'tasks/absent/restart/alias/ ', {}, 400, 'Alias '],
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

  test.each([
    'schedules/absent/resume',
    'schedules/absent/trigger',
    'alerts/absent/test',
    'alerts/deliveries/absent/retry',
    'hooks/absent/secret',
    'invitations/absent/resend',
    'invitations/absent/link',
  ])('post %s takes no fields; its body may be empty or absent', async (path) => {
    const post = () => platform.call.post(`/api/${path}`).set(platform.alice.headers)
    const refused = await post().send({ x: 1 })
    expect([refused.status, refused.body.message]).toEqual([400, 'X is not known here'])
    const listed = await post().send([])
    expect([listed.status, listed.body.message]).toEqual([400, 'The body must be an object'])
    for (const empty of [post(), post().send({}), post().set('content-type', 'application/json').send('')])
      expect((await empty).status).toBe(404)
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
  })

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
  })
})
