import supertest from 'supertest'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { startLiveGateway, type LiveGateway, type LiveGatewayOptions } from '#tests/support/live-gateway.ts'

let gateway: LiveGateway

afterEach(() => gateway.close())

const start = async (options: LiveGatewayOptions = {}) => (gateway = await startLiveGateway(options))

const post = (body: object, user = 'anna') =>
  supertest(gateway.app.server).post('/graphql').set('cookie', `user=${user}`).send(body)

async function run(query: string, variables: object = {}) {
  const answer = await post({ query, variables })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as { data: Record<string, unknown> | null; errors?: { extensions: object }[] }
}

const sent = () => gateway.upstream.calls.map(({ call }) => call)

describe('refuses', () => {
  it('requests without a session', async () => {
    await start()
    const answer = await post({ query: '{ apps { id } }' }, 'nobody')
    expect(answer.status).toBe(401)
    expect(answer.body).toMatchObject({
      statusCode: 401,
      code: 'UNAUTHENTICATED',
      requestId: expect.any(String),
    })
  })

  it('own texts, batches and unknown hashes in stored-operations mode', async () => {
    const operations = { h1: { name: 'Apps', text: 'query Apps { apps { id __typename } }' } }
    await start({
      config: { GRAPHQL_OPERATIONS: 'persisted' },
      operations,
      answers: { 'GET apps': { data: [{ _id: 'a' }], total: 1 } },
    })
    const persisted = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } })
    expect((await post({ query: '{ apps { id } }' })).status).toBe(400)
    expect((await post({ query: '{ apps { id } }', ...persisted('h1') })).status).toBe(400)
    expect((await post([persisted('h1')])).status).toBe(400)
    expect((await post({})).status).toBe(400)
    for (const hash of ['h2', '__proto__', 'constructor']) {
      const unknown = await post(persisted(hash))
      expect(unknown.status).toBe(400)
      expect(unknown.body).toMatchObject({ errors: [{ message: 'PersistedQueryNotFound' }] })
    }
    expect(gateway.upstream.calls).toEqual([])
    const answer = await post({ operationName: 'Apps', ...persisted('h1') })
    expect(answer.body).toEqual({ data: { apps: [{ id: 'a', __typename: 'App' }] } })
  })

  it('a request without a text, and says what is missing', async () => {
    await start()
    for (const body of [{}, { query: '' }])
      expect((await post(body)).body).toMatchObject({
        errors: [{ message: 'query: required, or extensions.persistedQuery' }],
      })
  })

  it.each([
    ['depth', `{ workqueue(id: "1") ${'{ tasks { '.repeat(11)}id${' } }'.repeat(11)} }`],
    ['aliases', `{ ${Array.from({ length: 60 }, (_, i) => `a${i}: apps { id }`).join(' ')} }`],
    ['tokens', `{ ${Array.from({ length: 5000 }, (_, i) => `a${i}: apps { id }`).join(' ')} }`],
    ['fragment cycles', 'query { apps { ...A } } fragment A on App { id ...B } fragment B on App { ...A }'],
    ['unknown fields', '{ apps { secret } }'],
    ['variables of a wrong type', 'query ($p: Int!) { plans(page: $p) { total } }'],
    ['subscriptions', 'subscription { workqueue(appId: "a", id: "b") { id } }'],
    ['type definitions', 'type A { id: ID } query { apps { id } }'],
    ['two operations without a name', 'query A { apps { id } } query B { apps { id } }'],
  ])('%s', async (_name, query) => {
    await start()
    for (let round = 0; round < 3; round++) {
      const answer = await post({ query })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        code: 'BAD_REQUEST',
        errors: [{ extensions: { statusCode: 400 } }],
      })
    }
    expect(gateway.upstream.calls).toEqual([])
  })

  it('introspection in stored-operations mode', async () => {
    const operations = { h: { name: 'I', text: '{ __schema { types { name } } }' } }
    await start({ config: { GRAPHQL_OPERATIONS: 'persisted' }, operations })
    const answer = await post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'h' } } })
    expect(answer.status).toBe(400)
  })
})

describe('a failure', () => {
  it('of the platform keeps its code and text; an internal one loses its text', async () => {
    await start({
      answers: {
        'GET apps/conflict': new AppError('CONFLICT', 'The platform says so'),
        'GET apps/broken': new Error('postgres://inner-host'),
      },
    })
    // Three times: the third run uses the compiled operation.
    for (let round = 0; round < 3; round++) {
      const known = await run('query A($id: ID!) { app(id: $id) { id } }', { id: 'conflict' })
      expect(known.errors).toMatchObject([
        { message: 'The platform says so', path: ['app'], extensions: { code: 'CONFLICT', statusCode: 409 } },
      ])
      const unknown = await run('query A($id: ID!) { app(id: $id) { id } }', { id: 'broken' })
      expect(unknown.errors).toMatchObject([
        { message: 'Something went wrong', extensions: { code: 'INTERNAL' } },
      ])
      expect(JSON.stringify(unknown)).not.toContain('inner-host')
    }
  })

  it('of a definition lists every fault', async () => {
    const faults = [{ path: 'tasks[0].type', message: 'is not known' }]
    const refusal = new AppError('INVALID_DEFINITION', 'tasks[0].type: is not known', { details: { faults } })
    await start({ answers: { 'GET apps': refusal } })
    const { errors } = await run('{ apps { id } }')
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_DEFINITION', faults })
  })

  it('that ends the session names the redirect, and ends it', async () => {
    await start({
      answers: { 'GET apps': new AppError('SESSION_ENDED') },
      config: { SSO_LOGOUT_URL: 'https://sso.example/out' },
    })
    gateway.principals.set('anna', { ...gateway.principals.get('anna')!, sso: true })
    const { errors } = await run('{ apps { id } }')
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'SESSION_ENDED',
      statusCode: 401,
      redirectTo: 'https://sso.example/out?auth_error=1',
    })
    expect(gateway.sessions.isEnded('sid-anna')).toBe(true)
    expect((await post({ query: '{ apps { id } }' })).status).toBe(401)
  })
})

describe('platform calls', () => {
  it('of apps', async () => {
    const app = { _id: 'a/1', name: 'One', description: 'First', created: '2026-01-01T00:00:00Z' }
    await start({
      answers: {
        'GET apps': { data: [app, { _id: '65920080aaaaaaaaaaaaaaaa' }], total: 2 },
        'GET apps/a%2F1': { data: app },
        'POST apps': app,
        'PUT apps/a%2F1': { ...app, name: 'Two' },
      },
    })
    const { data } = await run('{ apps { id name description created updated } app(id: "a/1") { name } }')
    expect(data).toEqual({
      apps: [
        {
          id: 'a/1',
          name: 'One',
          description: 'First',
          created: '2026-01-01T00:00:00.000Z',
          updated: '2026-01-01T00:00:00.000Z',
        },
        {
          id: '65920080aaaaaaaaaaaaaaaa',
          name: '',
          description: '',
          created: '2024-01-01T00:00:00.000Z',
          updated: '2024-01-01T00:00:00.000Z',
        },
      ],
      app: { name: 'One' },
    })
    await run(`mutation {
      createApp(name: "One", description: "First") { id }
      updateApp(id: "a/1", name: "Two", description: "d") { name }
    }`)
    expect(sent()).toMatchObject([
      { path: 'apps', query: { page: 1, pagesize: 9999 } },
      { path: 'apps/a%2F1' },
      { method: 'POST', body: { name: 'One', description: 'First' } },
      { method: 'PUT', path: 'apps/a%2F1', body: { name: 'Two', description: 'd' } },
    ])
    expect(gateway.upstream.calls[0]?.caller).toEqual({ token: 'token-anna', accountId: 'acc' })
  })

  it('of workqueues and plans with their filters', async () => {
    await start({
      answers: {
        'GET workqueues': {
          data: [{ _id: 'w', appId: 'a', status: 'odd', tags: ['x', 3, null] }],
          total: 41,
        },
        'GET plans': [{ _id: 'p', name: 'P' }],
      },
    })
    const query = `query ($after: DateTime) {
      workqueues(appId: "a", page: 2, perPage: 20, status: ["started", "failed"], tags: [], createdAfter: $after) {
        total rows { id status tags errorTasks parentTaskId tasks { id } }
      }
      plans { total rows { id initialState updated } }
    }`
    const { data } = await run(query, { after: '2026-01-01T01:00:00+01:00' })
    expect(data).toEqual({
      workqueues: {
        total: 41,
        rows: [{ id: 'w', status: 'odd', tags: ['x', '3'], errorTasks: [], parentTaskId: null, tasks: [] }],
      },
      plans: { total: 1, rows: [{ id: 'p', initialState: {}, updated: null }] },
    })
    expect(sent()[0]?.query).toEqual({
      appId: 'a',
      page: 2,
      pagesize: 20,
      status: ['started', 'failed'],
      tags: undefined,
      'created[$gte]': '2026-01-01T00:00:00.000Z',
      'created[$lte]': undefined,
      parentId: null,
      root: undefined,
      sort: undefined,
    })
    expect(sent()[1]?.query).toEqual({ page: 1, pagesize: 10 })
  })

  it('of start, cancel row by row, and restart', async () => {
    await start({
      answers: {
        'POST workqueues': { _id: 'new', appId: 'a' },
        'POST workqueues/w1/end': { _id: 'w1', status: 'cancelled' },
        'POST workqueues/w2/end': new AppError('CONFLICT', 'It has ended'),
        'POST tasks/t1/restart': { _id: 't1', status: 'queued' },
      },
    })
    const { data } = await run(
      `mutation ($definition: JSON!, $state: JSON!) {
        startWorkqueue(appId: "a", definition: $definition) { id }
        startPlan(appId: "a", planId: "p", initialState: $state) { id }
        cancelWorkqueues(ids: ["w1", "w2", "w1"]) { id error workqueue { status } }
        restartTask(id: "t1") { id status alias }
      }`,
      { definition: { name: 'n', tasks: [] }, state: { a: 1 } },
    )
    expect(data).toMatchObject({
      cancelWorkqueues: [
        { id: 'w1', error: null, workqueue: { status: 'cancelled' } },
        { id: 'w2', error: 'It has ended', workqueue: null },
      ],
      restartTask: { id: 't1', status: 'queued', alias: 'default' },
    })
    expect(sent()).toMatchObject([
      { path: 'workqueues', query: { appId: 'a' }, body: { name: 'n', tasks: [] } },
      { path: 'workqueues', query: { appId: 'a' }, body: { plan: 'p', initialState: { a: 1 } } },
      { path: 'workqueues/w1/end', body: { status: 'cancelled' } },
      { path: 'workqueues/w2/end', body: { status: 'cancelled' } },
      { path: 'tasks/t1/restart', body: { taskId: 't1' } },
    ])
    const list = await run('mutation { startWorkqueue(appId: "a", definition: [1]) { id } }')
    expect(list.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('of task logs: one list, oldest first, in every known answer shape', async () => {
    const at = (second: number) => `2026-01-01T00:00:0${second}Z`
    await start({
      answers: {
        'GET workqueues/w1/logs': {
          t1: [{ _id: '1', timestamp: at(3), message: 'c' }],
          t2: [{ _id: '2', taskid: 't2', timestamp: at(1), level: 'error', message: 'a', stacktrace: 's' }],
        },
        'GET workqueues/w2/logs': { data: [{ _id: '3', taskId: 't3', timestamp: at(2), message: 'b' }] },
      },
    })
    const query =
      'query ($id: ID!) { workqueueLogs(workqueueId: $id) { id taskId level message stacktrace } }'
    const first = await run(query, { id: 'w1' })
    expect(first.data?.['workqueueLogs']).toEqual([
      { id: '2', taskId: 't2', level: 'error', message: 'a', stacktrace: 's' },
      { id: '1', taskId: 't1', level: 'info', message: 'c', stacktrace: null },
    ])
    const second = await run(query, { id: 'w2' })
    expect(second.data?.['workqueueLogs']).toMatchObject([{ id: '3', taskId: 't3' }])
    expect(sent()[0]?.query).toEqual({ athena: true })
  })
})

describe('compresses', () => {
  const apps = Array.from({ length: 200 }, (_, index) => ({ _id: `a${index}`, name: `App ${index}` }))
  const ask = (encodings: string, count: number) =>
    start({ answers: { 'GET apps': { data: apps.slice(0, count), total: count } } }).then(() =>
      post({ query: '{ apps { id name } }' }).set('accept-encoding', encodings),
    )

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
  ])('a long answer for a caller that accepts %s', async (accepted, encoding) => {
    const answer = await ask(accepted, 200)
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(answer.body.data.apps).toHaveLength(200)
  })

  it.each([
    ['a short answer', 'br, gzip', 3],
    ['an answer for a caller that accepts none', 'identity', 200],
    ['an answer for a caller that refuses what is offered', 'gzip;q=0', 200],
  ])('not %s', async (_what, accepted, count) => {
    const answer = await ask(accepted, count)
    expect(answer.headers).not.toHaveProperty('content-encoding')
    expect(answer.body.data.apps).toHaveLength(count)
  })
})
